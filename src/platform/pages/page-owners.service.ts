import { Injectable } from '@nestjs/common';
import { Admission } from '../../common/admission.js';
import { type PageBrand } from './page-brand.js';

/** Who asks on a page, and in which language the person reads it. */
export interface PageOwner {
  organization: string;
  brand: PageBrand;
  /** The person's own; null if they have none. */
  locale: string | null;
  /** Where another language is chosen, which must be kept for this person. */
  addresses: { language: string };
}

type FindOwner = (token: string) => Promise<PageOwner>;

/** A page below a link, such as `/sign/<token>/document`. */
const BELOW_LINK = /^\/([a-z]+)\/([0-9a-f]{64})(?![^/?])/;

/**
 * Owners looked up at once, of all links and of each. Requests for unknown addresses are not counted, so they must not keep
 * the database from others.
 */
const LIMITS = { total: 4, perKey: 1 };

/** Tells pages that know nothing but their address, such as errors, whose they are. */
@Injectable()
export class PageOwners {
  private readonly finders = new Map<string, FindOwner>();
  private readonly admission = new Admission(LIMITS, 'owners of pages');

  /** @param path the first part of the pages' addresses @param find by the token of the link; may throw */
  register(path: string, find: FindOwner): void {
    this.finders.set(path, find);
  }

  /** Null for an address below no link that works, and while too many are looked up. */
  async of(url: string): Promise<PageOwner | null> {
    const [, path = '', token = ''] = BELOW_LINK.exec(url) ?? [];
    const find = this.finders.get(path);
    if (!find) return null;
    try {
      return await this.admission.run<PageOwner | null>(
        token,
        () => find(token),
        () => null,
      );
    } catch {
      // What went wrong is said on the page all the same.
      return null;
    }
  }
}
