import { readDates } from './aamva-dates.js';
import { type AamvaElements, readElements } from './aamva-elements.js';
import { type AamvaHeader, readHeader } from './aamva-header.js';
import { readNames } from './aamva-names.js';
import { type LicenceSubfile, readSubfiles } from './aamva-subfiles.js';
import { type BarcodeReading } from './barcode-reading.js';
import { readMagneticStripe } from './magnetic-stripe.js';
import { restoreSeparators } from './visible-separators.js';

/** Far more than any real text: a symbol holds 1,850 characters (ISO/IEC 15438). */
const MAX_LENGTH = 4_000;
/** Characters kept of a text that a human must read. */
const MAX_SHOWN = 1_000;

type Fields = BarcodeReading['fields'];
type Country = BarcodeReading['country'];

const NO_FIELDS: Fields = {
  surname: '',
  givenNames: '',
  namesMayBeTruncated: false,
  documentNumber: '',
  birthDate: null,
  expiryDate: null,
  noExpiry: 'not_stated',
  issueDate: null,
  sex: 'X',
};

/**
 * Parses the text of a licence barcode (AAMVA DL/ID Card Design Standard, Annex D, all versions), however the issuer
 * departs from the standard. `problems` names whatever is missing, wrong or ambiguous; nothing is guessed.
 */
export function parseAamva(text: string): BarcodeReading {
  const reading = parse(text);
  return reading.complete ? reading : { ...reading, text: shown(text) };
}

/** The beginning of a text, with its control characters as line ends. */
const shown = (text: string) =>
  text
    .slice(0, MAX_SHOWN)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, '\n')
    .trim();

function parse(text: string): BarcodeReading {
  if (text.length > MAX_LENGTH) return toReading({ problems: ['no_header'] });
  const separated = restoreSeparators(text);
  const header = readHeader(separated);
  if (header) return readLicence(header, readSubfiles(separated, header));
  const stripe = readMagneticStripe(text);
  return toReading(stripe ? { ...stripe, problems: ['magnetic_stripe'] } : { problems: ['no_header'] });
}

function toReading(found: Partial<BarcodeReading> & { problems: string[] }): BarcodeReading {
  return {
    symbology: 'PDF417',
    aamvaVersion: null,
    jurisdiction: null,
    country: null,
    documentKind: null,
    fields: NO_FIELDS,
    ...found,
    complete: found.problems.length === 0,
  };
}

function readLicence({ issuer, version }: AamvaHeader, subfile: LicenceSubfile): BarcodeReading {
  const elements = readElements(subfile.body);
  const { problems: wrongNames, ...names } = readNames(elements, issuer?.jurisdiction ?? null);
  const { problems: wrongDates, ...dates } = readDates(elements);
  // Some issuers have the number in an element of their own.
  const documentNumber = readNumber(elements.get('DAQ')) || readNumber(elements.get('DBJ'));
  const problems = [
    issuer ? null : 'unknown_issuer',
    subfile.kind ? null : 'no_subfile',
    subfile.isContradictory ? 'document_kind' : null,
    subfile.missing > elements.lostSeparators ? 'truncated' : null,
    elements.isAmbiguous ? 'ambiguous_elements' : null,
    contradictsIssuer(elements, issuer?.country ?? null) ? 'country' : null,
    ...wrongNames,
    ...wrongDates,
    documentNumber ? null : 'document_number',
    elements.has('DBC') ? null : 'sex',
  ].filter((problem) => problem !== null);
  return toReading({
    aamvaVersion: version,
    jurisdiction: issuer?.jurisdiction ?? null,
    country: issuer?.country ?? null,
    documentKind: subfile.isContradictory ? null : subfile.kind,
    problems,
    fields: { ...names, documentNumber, ...dates, sex: readSex(elements.get('DBC')) },
  });
}

/** Removes spaces; Washington pads short family names with asterisks. Empty if there is no valid number. */
function readNumber(value = ''): string {
  const number = value.toUpperCase().replaceAll(' ', '');
  return /^(?=.*\d)[A-Z0-9*-]{3,25}$/.test(number) ? number : '';
}

function readSex(value = ''): Fields['sex'] {
  const [first] = value.toUpperCase();
  if (first === '1' || first === 'M') return 'M';
  return first === '2' || first === 'F' ? 'F' : 'X';
}

/** An empty country, as on old licences of Michigan, contradicts nothing. */
function contradictsIssuer(elements: AamvaElements, country: Country): boolean {
  const stated = (elements.get('DCG') ?? '').toUpperCase().replace(/[^A-Z]/g, '');
  const accepted = country === 'CAN' ? ['CAN', 'CDN'] : ['USA', 'US'];
  return stated !== '' && country !== null && !accepted.includes(stated);
}
