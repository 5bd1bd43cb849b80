import { isColor, judgeAccent } from '../../brands/domain/accent.policy.js';
import { plainLine } from '../../common/plain-line.js';
import { isZoneOrNone } from '../../common/time-zones.js';
import { isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type Statement } from '../../platform/templates/statement.js';

export const MAX_CONTACT_LINE = 200;

/** The fields of the form as stored; invalid ones are null, or an empty name. */
export interface BrandFields {
  name: string;
  color: string | null;
  contactLine: string | null;
  contactEmail: string | null;
  locale: string | null;
  timeZone: string | null;
}

/** The fields as typed. */
export type TypedBrand = Record<keyof BrandFields, string>;

export type BrandProblems = Partial<Record<keyof BrandFields | 'logo', Statement>>;

/** Checks the typed fields. @param locales - the supported languages */
export function readBrandFields(
  typed: TypedBrand,
  locales: readonly string[],
): { brand: BrandFields; problems: BrandProblems } {
  const name = plainLine(typed.name);
  const contactLine = plainLine(typed.contactLine);
  const contactEmail = typed.contactEmail.trim();
  const color = colorOf(typed.color);
  const found: BrandProblems = {
    name: name === '' || name.length > MAX_NAME ? problem('name', { most: MAX_NAME }) : undefined,
    contactLine:
      contactLine.length > MAX_CONTACT_LINE ? problem('contactLine', { most: MAX_CONTACT_LINE }) : undefined,
    contactEmail: isContact(contactEmail) ? undefined : problem('contactEmail'),
    color: color === null ? undefined : colorProblem(color),
    timeZone: isZoneOrNone(typed.timeZone) ? undefined : problem('timeZone'),
    locale: typed.locale === '' || locales.includes(typed.locale) ? undefined : problem('locale'),
  };
  return {
    brand: {
      name,
      color,
      contactLine: contactLine || null,
      contactEmail: contactEmail || null,
      locale: typed.locale || null,
      timeZone: typed.timeZone || null,
    },
    problems: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
  };
}

export const problem = (what: string, values?: Statement['values']): Statement => ({
  key: `dashboard.settings.problems.${what}`,
  values,
});

const isContact = (email: string) => email === '' || isAcceptedEmail(email);

/** Reads `#rrggbb`, with or without the `#`; null for an empty field. */
function colorOf(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  return text.startsWith('#') ? text : `#${text}`;
}

function colorProblem(color: string): Statement | undefined {
  if (!isColor(color)) return problem('color');
  const verdict = judgeAccent(color);
  if (verdict.isReadable) return undefined;
  // Rounded down, because 4.49 is below 4.5.
  const contrast = (Math.floor(verdict.contrast * 10) / 10).toFixed(1);
  return problem('contrast', { contrast, nearest: verdict.nearest });
}
