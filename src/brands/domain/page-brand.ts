import { type PageBrand } from '../../platform/pages/page-brand.js';
import { accentOf } from './accent.policy.js';

/** A look that need not be stored. */
export interface ChosenLook {
  /** `#rrggbb`. */
  color: string | null;
  contactLine: string | null;
  locale: string | null;
  isTest?: boolean;
}

/** @param logo - as the page shows it */
export function pageBrand(
  { color, contactLine, locale, isTest = false }: ChosenLook,
  logo: PageBrand['logo'],
): PageBrand {
  const stylesheet = color && accentOf(color) ? `/brand/colors/${color.slice(1)}.css` : null;
  return { stylesheet, contactLine, locale, isTest, logo };
}
