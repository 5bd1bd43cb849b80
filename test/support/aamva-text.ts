export interface AamvaOptions {
  /** From 1 to 10. */
  version?: number;
  /** Issuer identification number: 636014 is California, 636012 Ontario. */
  issuer?: string;
  kind?: 'DL' | 'ID';
  /** Overrides elements; null omits one. */
  elements?: Record<string, string | null>;
  /** The error of the stated subfile offset, in characters. */
  offsetError?: number;
  /** Replaces the computed directory entry, such as `DL00000367`. */
  entry?: string;
  /** The text before the first element; by default the subfile's name. */
  name?: string;
  /** The issuer's own subfile after the licence's, such as `ZMZMA01`. */
  other?: string;
}

const CANADIAN = ['636012', '636013', '636028', '604428'];

/** Text of a licence barcode for a fictitious person (AAMVA DL/ID Card Design Standard, Annex D). */
export function aamvaText({
  version = 10,
  issuer = '636014',
  kind = 'DL',
  elements = {},
  offsetError = 0,
  entry,
  name = kind,
  other = '',
}: AamvaOptions = {}): string {
  const isCanadian = CANADIAN.includes(issuer);
  const yearFirst = version === 1 || isCanadian;
  const date = (year: string, month: string, day: string) =>
    yearFirst ? year + month + day : month + day + year;
  const all: Record<string, string | null> = {
    DAQ: 'D12345678',
    ...namesOf(version),
    DBA: date('2030', '01', '31'),
    DBB: date('1986', '01', '31'),
    DBC: version === 1 ? 'F' : '2',
    DBD: date('2024', '08', '24'),
    DAG: '789 E OAK ST',
    ...(version > 1 && { DCG: isCanadian ? 'CAN' : 'USA' }),
    ...elements,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== null);
  const subfile = name + lines.map(([id, value]) => id + value).join('\n') + '\r';
  const two = (value: number) => String(value).padStart(2, '0');
  const four = (value: number) => String(value).padStart(4, '0');
  const issuerVersion = version === 1 ? '' : '00';
  const fileType = version === 1 ? 'AAMVA' : 'ANSI ';
  const header = `@\n\x1e\r${fileType}${issuer}${two(version)}${issuerVersion}${other ? '02' : '01'}`;
  const offset = header.length + (other ? 20 : 10);
  const entries = [
    entry ?? `${kind}${four(offset + offsetError)}${four(subfile.length)}`,
    other && `${other.slice(0, 2)}${four(offset + subfile.length)}${four(other.length + 1)}`,
  ];
  return `${header}${entries.join('')}${subfile}${other && `${other}\r`}`;
}

function namesOf(version: number): Record<string, string> {
  if (version === 1) return { DAB: 'PUBLIC', DAC: 'JANE', DAD: 'QUINCY' };
  if (version <= 3) return { DCS: 'PUBLIC', DCT: 'JANE,QUINCY' };
  return { DCS: 'PUBLIC', DAC: 'JANE', DAD: 'QUINCY', DDE: 'N', DDF: 'N', DDG: 'N' };
}

/** What the licence of that person says. */
export const JANE = {
  surname: 'PUBLIC',
  givenNames: 'JANE QUINCY',
  documentNumber: 'D12345678',
  birthDate: '1986-01-31',
  expiryDate: '2030-01-31',
  issueDate: '2024-08-24',
  sex: 'F',
};
/** Its text, wholly read. */
export const WHOLE = { complete: true, problems: [], documentKind: 'DL', fields: JANE };
