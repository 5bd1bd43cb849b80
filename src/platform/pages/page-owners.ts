import { Injectable } from '@nestjs/common';
import { Admission } from '../../common/admission.js';
import { type PageBrand } from './page-brand.js';

/** The organization behind a page, and the language in which the person reads it. */
export interface PageOwner {
  organization: string;
  brand: PageBrand;
  /** The person's own; null if they have none. */
  locale: string | null;
  /** Where to choose another language, which must be stored for this person. */
  addresses: { language: string };
}

type FindOwner = (token: string) => Promise<PageOwner>;

/** A page below a link, such as `/sign/<token>/document`. */
const BELOW_LINK = /^\/([a-z]+)\/([0-9a-f]{64})(?![^/?])/;

/**
 * Concurrent lookups of owners, in total and per link. Requests for unknown addresses are not counted, so they must
 * not keep the database from others.
 */
const LIMITS = { total: 4, perKey: 1 };

/** Finds the owners of pages for which only the address is known, such as errors. */
@Injectable()
export class PageOwners {
  private readonly finders = new Map<string, FindOwner>();
  private readonly admission = new Admission(LIMITS, 'owners of pages');

  /** @param path the first part of the pages' addresses @param find takes the token of the link; may throw */
  register(path: string, find: FindOwner): void {
    this.finders.set(path, find);
  }

  /** Null for an address that is not below a valid link, and while too many are being looked up. */
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
      // The page reports the actual error all the same.
      return null;
    }
  }
}
