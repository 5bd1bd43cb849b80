import { isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { MAX_EMAIL, MAX_NAME } from '../../common/validation/limits.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import { type Statement } from '../../platform/templates/statement.js';
import { searchText } from './search-text.js';

/** The form that starts a verification by hand, as typed. */
export interface PersonForm {
  person: string;
  email: string;
  /** The code of a language; empty for the organization's. */
  language: string;
  /** How long the link works, in minutes: one of `VALID_MINUTES`. */
  minutes: string;
}

/** The choices. People open mails when they have time, rarely within the hour that suits programs. */
export const VALID_MINUTES = ['60', '1440', '4320', '10080'] as const;
const A_DAY = '1440';

/** The person that the form describes. */
interface Person {
  name: string;
  email: string;
  locale: string | null;
  expiresInMinutes: number;
}

export type PersonProblems = Partial<Record<keyof PersonForm, Statement>>;

/** Values that exceed a limit are cut one character above it. */
export function readPersonForm(fields: Readonly<Record<string, unknown>>): PersonForm {
  const line = (value: unknown, max: number) =>
    typeof value === 'string' ? value.trim().slice(0, max + 1) : '';
  return {
    person: line(fields.person, MAX_NAME),
    email: line(fields.email, MAX_EMAIL),
    language: line(fields.language, 20),
    minutes: VALID_MINUTES.find((minutes) => minutes === fields.minutes) ?? A_DAY,
  };
}

/** @returns the person, or the problems */
export function toPerson({
  person,
  email,
  language,
  minutes,
}: PersonForm): Person | { problems: PersonProblems } {
  const name = searchText(person, MAX_NAME);
  const isEmail = isAcceptedEmail(email);
  const locale = nearestLocale(language);
  const isLanguage = language === '' || locale !== null;
  if (name !== undefined && isEmail && isLanguage)
    return { name, email, locale, expiresInMinutes: Number(minutes) };
  return {
    problems: {
      ...(name === undefined && { person: { key: 'dashboard.verifications.wrongName' } }),
      ...(!isEmail && { email: { key: 'dashboard.verifications.wrongEmail' } }),
      ...(!isLanguage && { language: { key: 'dashboard.settings.problems.locale' } }),
    },
  };
}
