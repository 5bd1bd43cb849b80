import { MAX_EMAIL, MAX_URL } from '../../common/validation/limits.js';
import { type TextFormat } from '../form-definition.js';
import { printedIban, toIban } from './iban.js';
import { hasPostalCodes, toPostalCode } from './postal-codes.js';

/** Letters and digits of any script, with hyphens between them (RFC 5890). */
const LABEL = '[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const DOMAIN = `${LABEL}(?:\\.${LABEL})+`;
/** A dot-atom of RFC 5322 §3.2.3, with the letters of RFC 6531. */
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const EMAIL = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@(${DOMAIN})$`, 'u');
const MAX_LOCAL_PART = 64;
const URL_PARTS = new RegExp(`^(https?)://(${DOMAIN})(:\\d{1,5})?((?:[/?#][^\\s<>"\\\\^\`{|}]*)?)$`, 'iu');
const MAX_PORT = 65_535;

const PHONE = /^\+?[\d ()./-]+$/;
/** ITU-T E.164: 15 digits at most. */
const MAX_PHONE = 15;
const MIN_PHONE = 4;
const MIN_INTERNATIONAL = 7;

const POSTAL = 'postal_code:';
const NAMED = ['email', 'phone', 'iban', 'url'] as const;

/** What texts of each format look like, for errors. */
const DESCRIPTIONS: Record<(typeof NAMED)[number], string> = {
  email: 'an email address such as anna@example.com',
  phone: 'a phone number such as +49 30 123456',
  iban: 'an IBAN with the right length and check digits',
  url: 'an address such as https://example.com/page',
};

export const FORMATS = `${NAMED.join(', ')} or ${POSTAL}CC, where CC is a country such as DE`;

export const isTextFormat = (text: unknown): text is TextFormat =>
  NAMED.some((name) => name === text) ||
  (typeof text === 'string' && text.startsWith(POSTAL) && hasPostalCodes(text.slice(POSTAL.length)));

export function describeFormat(format: TextFormat): string {
  const named = NAMED.find((name) => name === format);
  return named ? DESCRIPTIONS[named] : `a postal code of ${format.slice(POSTAL.length)}`;
}

/** The text in the one spelling of its format, or null if it is not of the format. */
export function toFormat(text: string, format: TextFormat): string | null {
  switch (format) {
    case 'email':
      return toEmail(text);
    case 'phone':
      return toPhone(text);
    case 'iban':
      return toIban(text);
    case 'url':
      return toUrl(text);
    default:
      return toPostalCode(text, format.slice(POSTAL.length));
  }
}

/** As the text is shown. */
export const printedFormat = (text: string, format: TextFormat | undefined) =>
  format === 'iban' ? printedIban(text) : text;

/** The case of the domain means nothing; that of the part before it might. */
function toEmail(text: string): string | null {
  const [, local, domain] = text.length <= MAX_EMAIL ? (EMAIL.exec(text) ?? []) : [];
  if (local === undefined || domain === undefined || local.length > MAX_LOCAL_PART) return null;
  return `${local}@${domain.toLowerCase()}`;
}

/** The digits, with the plus of an international number, in which nothing says which digits to leave out. */
function toPhone(text: string): string | null {
  if (!PHONE.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const isInternational = text.startsWith('+');
  if (isInternational && (/^\+\s*0/.test(text) || /\(0/.test(text))) return null;
  const least = isInternational ? MIN_INTERNATIONAL : MIN_PHONE;
  if (digits.length < least || digits.length > MAX_PHONE) return null;
  return isInternational ? `+${digits}` : digits;
}

/** Without a name and password before the domain, which hide where an address leads. */
function toUrl(text: string): string | null {
  const [, scheme, domain, port = '', rest = ''] = text.length <= MAX_URL ? (URL_PARTS.exec(text) ?? []) : [];
  if (scheme === undefined || domain === undefined) return null;
  if (port !== '' && !isPort(Number(port.slice(1)))) return null;
  return `${scheme.toLowerCase()}://${domain.toLowerCase()}${port}${rest}`;
}

const isPort = (port: number) => port >= 1 && port <= MAX_PORT;
