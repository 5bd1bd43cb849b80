import { localeOfReader, type Reader, spokenLocale } from '../../platform/templates/locales.js';
import { type SigningContext } from './signing-context.js';
import { type Visit } from './visit.js';

type Languages = Pick<SigningContext, 'signer' | 'brand'>;
/** What a visit says about its reader's language. A preview says nothing. */
export type VisitLanguages = Pick<Visit, 'chosen' | 'acceptLanguage'>;
export const NO_LANGUAGES: VisitLanguages = { chosen: null, acceptLanguage: undefined };

/** The language in which this visit shows the signer's pages. */
export function localeOfVisit(visit: VisitLanguages, context: Languages): string {
  return localeOfReader(readerOf(visit, context));
}

/**
 * The language to keep when a signer first opens the link, so that mails follow the language of the pages. Null if there is
 * nothing to keep: it is already kept, it is the organization's, or the browser asks for none that we have.
 */
export function localeToKeep(visit: Visit, context: Languages): string | null {
  if (context.signer.locale !== null) return null;
  const spoken = spokenLocale(readerOf(visit, context));
  return spoken === context.brand.locale ? null : spoken;
}

function readerOf({ chosen, acceptLanguage }: VisitLanguages, { signer, brand }: Languages): Reader {
  return { own: signer.locale, organization: brand.locale, chosen, acceptLanguage };
}
