import { type Brands } from '../../brands/brands.js';
import { DEFAULT_LOCALE, nativeName } from '../../platform/templates/locales.js';

/** The native name of the language that an organization uses for people whose language is unknown. */
export async function usualLanguage(brands: Brands, organizationId: number): Promise<string> {
  const { locale } = await brands.find(organizationId);
  return nativeName(locale ?? DEFAULT_LOCALE);
}
