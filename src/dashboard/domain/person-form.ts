import { isEmailAddress } from '../../common/validation/email.decorator.js';
import { MAX_EMAIL, MAX_NAME } from '../../common/validation/limits.js';
import { type Statement } from '../../platform/templates/statement.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import { searchText } from './search-text.js';

/** The form of a verification that is started by hand, as it was typed. */
export interface PersonForm {
  person: string;
  email: string;
  /** The code of a language; empty for the organization's. */
  language: string;
}

/** What the form asks for. */
interface Person {
  name: string;
  email: string;
  locale: string | null;
}

export type PersonProblems = Partial<Record<keyof PersonForm, Statement>>;

/** Longer values than any limit are cut one character above it. */
export function readPersonForm(fields: Readonly<Record<string, unknown>>): PersonForm {
  const line = (value: unknown, max: number) =>
    typeof value === 'string' ? value.trim().slice(0, max + 1) : '';
  return {
    person: line(fields.person, MAX_NAME),
    email: line(fields.email, MAX_EMAIL),
    language: line(fields.language, 20),
  };
}

/** @returns the person, or what is wrong */
export function toPerson({ person, email, language }: PersonForm): Person | { problems: PersonProblems } {
  const name = searchText(person, MAX_NAME);
  const isEmail = isEmailAddress(email) && email.length <= MAX_EMAIL;
  const locale = nearestLocale(language);
  const isLanguage = language === '' || locale !== null;
  if (name !== undefined && isEmail && isLanguage) return { name, email, locale };
  return {
    problems: {
      ...(name === undefined && { person: { key: 'dashboard.verifications.wrongName' } }),
      ...(!isEmail && { email: { key: 'dashboard.verifications.wrongEmail' } }),
      ...(!isLanguage && { language: { key: 'dashboard.settings.problems.locale' } }),
    },
  };
}
