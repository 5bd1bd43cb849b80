import { type EntityManager } from 'typeorm';
import { findBrand } from '../../brands/brand.queries.js';
import { DEFAULT_LOCALE, nativeName } from '../../platform/templates/locales.js';

/** What the language calls itself in which an organization writes to people of whose language nothing is known. */
export async function usualLanguage(manager: EntityManager, organizationId: number): Promise<string> {
  const { locale } = await findBrand(manager, organizationId);
  return nativeName(locale ?? DEFAULT_LOCALE);
}
