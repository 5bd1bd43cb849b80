import { localeOfReader, type Reader, spokenLocale } from '../../platform/templates/locales.js';
import { type SigningContext } from './signing-context.js';
import { type Visit } from './visit.js';

type Languages = Pick<SigningContext, 'signer' | 'brand'>;
/** The language preferences of a visit. A preview has none. */
export type VisitLanguages = Pick<Visit, 'chosen' | 'acceptLanguage'>;
export const NO_LANGUAGES: VisitLanguages = { chosen: null, acceptLanguage: undefined };

/** The language in which this visit shows the signer's pages. */
export function localeOfVisit(visit: VisitLanguages, context: Languages): string {
  return localeOfReader(readerOf(visit, context));
}

/**
 * The language to store when a signer first opens the link, so mails use the language of the pages. Null if one is
 * already stored, it is the organization's, or we have none that the browser asks for.
 */
export function localeToKeep(visit: Visit, context: Languages): string | null {
  if (context.signer.locale !== null) return null;
  const spoken = spokenLocale(readerOf(visit, context));
  return spoken === context.brand.locale ? null : spoken;
}

function readerOf({ chosen, acceptLanguage }: VisitLanguages, { signer, brand }: Languages): Reader {
  return { own: signer.locale, organization: brand.locale, chosen, acceptLanguage };
}
