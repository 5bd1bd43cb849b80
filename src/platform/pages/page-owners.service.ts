import { Injectable } from '@nestjs/common';
import { type PageBrand } from './page-brand.js';

/** Who asks on a page, and in which language the person reads it. */
export interface PageOwner {
  organization: string;
  brand: PageBrand;
  /** The person's own; null if they have none. */
  locale: string | null;
}

type FindOwner = (token: string) => Promise<PageOwner>;

/** A page below a link, such as `/sign/<token>/document`. */
const BELOW_LINK = /^\/([a-z]+)\/([0-9a-f]{64})(?![^/?])/;

/** Tells pages that know nothing but their address, such as errors, whose they are. */
@Injectable()
export class PageOwners {
  private readonly finders = new Map<string, FindOwner>();

  /** @param path the first part of the pages' addresses @param find by the token of the link; may throw */
  register(path: string, find: FindOwner): void {
    this.finders.set(path, find);
  }

  /** Null for an address below no link that works. */
  async of(url: string): Promise<PageOwner | null> {
    const [, path = '', token = ''] = BELOW_LINK.exec(url) ?? [];
    try {
      return (await this.finders.get(path)?.(token)) ?? null;
    } catch {
      // What went wrong is said on the page all the same.
      return null;
    }
  }
}
