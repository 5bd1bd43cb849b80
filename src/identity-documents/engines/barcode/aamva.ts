import { type BarcodeReading } from './barcode-reading.js';
import { findIssuer } from './issuers.js';

/** Far more than any real text: a symbol holds 1,850 characters (ISO/IEC 15438). */
const MAX_LENGTH = 4_000;

/** `@`, separators, file type, issuer, version, jurisdiction version (from version 2), number of subfiles. */
const HEADER = /^@\p{Cc}{1,4}(?:ANSI |AAMVA)(\d{6})(\d{2})/u;
const SUBFILE = /(DL|ID)(\d{4})(\d{4})/g;

type Fields = BarcodeReading['fields'];
type Elements = ReadonlyMap<string, string>;

/**
 * Parses the text of a licence barcode (AAMVA DL/ID Card Design Standard, Annex D, versions 1 to 10; later
 * versions are read as 10). `problems` names whatever is missing or wrong; nothing is guessed.
 */
export function parseAamva(text: string): BarcodeReading {
  const header = text.length <= MAX_LENGTH ? HEADER.exec(text) : null;
  if (!header) return toReading({ problems: ['no_header'] });
  const [matched, number, digits] = header as unknown as [string, string, string];
  const version = Number(digits);
  const issuer = findIssuer(number);
  const subfile = findSubfile(text, matched.length);
  const elements = subfile ? readElements(subfile.body) : new Map<string, string>();
  const country = issuer?.country ?? null;
  const fields = readFields(elements, version, country);
  const problems = [
    version >= 1 ? null : 'version',
    issuer ? null : 'unknown_issuer',
    subfile ? null : 'no_subfile',
    contradictsIssuerCountry(elements, country) ? 'country' : null,
    ...missingFields(fields, elements),
  ].filter((problem) => problem !== null);
  return toReading({
    aamvaVersion: version,
    jurisdiction: issuer?.jurisdiction ?? null,
    country,
    documentKind: subfile?.kind ?? null,
    problems,
    fields,
  });
}

function toReading(found: Partial<BarcodeReading> & { problems: string[] }): BarcodeReading {
  return {
    symbology: 'PDF417',
    aamvaVersion: null,
    jurisdiction: null,
    country: null,
    documentKind: null,
    fields: readFields(new Map(), 1, null),
    ...found,
    complete: found.problems.length === 0,
  };
}

/**
 * Finds the licence's own subfile. Issuers are known to state offsets a few characters off, so the subfile's
 * name near the offset decides.
 */
function findSubfile(text: string, from: number): { kind: 'DL' | 'ID'; body: string } | null {
  SUBFILE.lastIndex = from;
  const entry = SUBFILE.exec(text);
  if (!entry) return null;
  const kind = entry[1] as 'DL' | 'ID';
  const [offset, length] = [Number(entry[2]), Number(entry[3])];
  const directoryEnd = entry.index + entry[0].length;
  const start = text.indexOf(kind, Math.max(directoryEnd, offset - 4));
  if (start < 0 || start > offset + 4) return null;
  const end = text.indexOf('\r', start + kind.length);
  const body = text.slice(start + kind.length, Math.max(start, end));
  // Every subfile ends with a carriage return (Annex D.12.5.4), so a text without one was truncated.
  return end < 0 || body.length + kind.length + 8 < length ? null : { kind, body };
}

/** Each element is a three-letter id, a value and a line feed (Annex D.12.4). The first of a kind wins. */
function readElements(body: string): Elements {
  const elements = new Map<string, string>();
  for (const line of body.split('\n')) {
    const id = line.slice(0, 3);
    if (/^[DZ][A-Z][A-Z0-9]$/.test(id) && !elements.has(id)) elements.set(id, line.slice(3).trim());
  }
  return elements;
}

function readFields(elements: Elements, version: number, country: 'USA' | 'CAN' | null): Fields {
  const element = (id: string) => normalize(elements.get(id) ?? '');
  const date = (id: string) => readDate(elements.get(id) ?? '', version, country);
  return {
    ...readNames(elements),
    namesMayBeTruncated: ['DDE', 'DDF', 'DDG'].some((id) => elements.get(id) === 'T'),
    documentNumber: element('DAQ').replaceAll(' ', ''),
    birthDate: date('DBB'),
    expiryDate: date('DBA'),
    issueDate: date('DBD'),
    sex: readSex(element('DBC')),
  };
}

/** From version 4: DCS, DAC, DAD. 2 and 3: DCS, DCT. 1: DAB, DAC, DAD, or DAA with the family name first. */
function readNames(elements: Elements): { surname: string; givenNames: string } {
  const element = (id: string) => normalize(elements.get(id) ?? '');
  const whole = (elements.get('DAA') ?? '').split(',').map(normalize);
  const surname = element('DCS') || element('DAB') || (whole[0] ?? '');
  const given = [element('DAC'), element('DAD')].filter((part) => part !== '').join(' ');
  const others = element('DCT') || given || whole.slice(1).join(' ').trim();
  return { surname, givenNames: others };
}

/**
 * Upper case, single spaces, commas between given names removed, placeholders for 'none' empty (Annex
 * D.12.3).
 */
function normalize(value: string): string {
  const text = value.toUpperCase().replaceAll(',', ' ').replace(/\s+/g, ' ').trim();
  return ['NONE', 'UNAVL', 'UNAVAIL', 'NULL'].includes(text) ? '' : text;
}

/** MMDDCCYY in the United States from version 2; CCYYMMDD in Canada and in version 1 (Annex D.12.5). */
function readDate(value: string, version: number, country: 'USA' | 'CAN' | null): string | null {
  if (!/^\d{8}$/.test(value)) return null;
  const yearFirst = version === 1 || country === 'CAN';
  const year = yearFirst ? value.slice(0, 4) : value.slice(4);
  const rest = yearFirst ? value.slice(4) : value.slice(0, 4);
  const text = `${year}-${rest.slice(0, 2)}-${rest.slice(2)}`;
  const day = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isReal && year >= '1900' && year < '2200' ? text : null;
}

function readSex(value: string): Fields['sex'] {
  if (value === '1' || value === 'M') return 'M';
  return value === '2' || value === 'F' ? 'F' : 'X';
}

function contradictsIssuerCountry(elements: Elements, country: 'USA' | 'CAN' | null): boolean {
  const stated = elements.get('DCG');
  return stated !== undefined && country !== null && stated.toUpperCase() !== country;
}

/** Every field is mandatory in every version, except a given name whose element is present but empty. */
function missingFields(fields: Fields, elements: Elements): string[] {
  const hasGivenNames = fields.givenNames !== '' || elements.has('DAC') || elements.has('DCT');
  const present: Record<string, boolean> = {
    surname: fields.surname !== '',
    given_names: hasGivenNames,
    document_number: /^[A-Z0-9-]{3,25}$/.test(fields.documentNumber),
    birth_date: fields.birthDate !== null,
    expiry_date: fields.expiryDate !== null,
    issue_date: fields.issueDate !== null,
    sex: elements.has('DBC'),
  };
  return Object.keys(present).filter((name) => !present[name]);
}
