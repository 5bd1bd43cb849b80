/** Encodings that a file may be said to have, as the WHATWG Encoding Standard names them. */
export const ENCODINGS = [
  ...['utf-8', 'utf-16le', 'utf-16be'],
  ...['windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254', 'windows-1257'],
  ...['iso-8859-2', 'iso-8859-15', 'macintosh'],
  ...['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'],
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Those in which spreadsheets save text unless told otherwise, of which a file without a mark may have any. */
const USUAL: readonly Encoding[] = [
  ...(['windows-1252', 'windows-1250', 'windows-1251', 'macintosh'] as const),
  ...(['shift_jis', 'gb18030', 'euc-kr'] as const),
];

const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The control characters U+0080 to U+009F: bytes to which a single-byte encoding assigns nothing. */
const UNASSIGNED = /[\u0080-\u009f]/;
/** Code units on either side of the first doubtful character that a sample shows. */
const AROUND = 30;

/** The encoding that a byte order mark names; null without one. */
export const markedEncoding = (head: Buffer): Encoding | null =>
  MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0] ?? null;

/** Whether half of the first characters are zero bytes, as in Latin text of UTF-16. */
export const looksLikeUtf16 = (head: Buffer): boolean =>
  head.length >= 4 && (head[0] === 0 || head[1] === 0) && (head[2] === 0 || head[3] === 0);

export const strictDecoder = (encoding: Encoding) => new TextDecoder(encoding, { fatal: true });

/** Whether decoded text has characters that its encoding does not assign to any byte. */
export const hasUnassigned = (text: string, encoding: Encoding): boolean =>
  !encoding.startsWith('utf-') && UNASSIGNED.test(text);

/** How usual encodings read a line whose bytes are not UTF-8. @param at - of the first byte that is not */
export function readings(line: Buffer, at: number): { encoding: Encoding; sample: string }[] {
  const found = USUAL.flatMap((encoding) => {
    try {
      const before = strictDecoder(encoding).decode(line.subarray(0, at));
      const after = strictDecoder(encoding).decode(line.subarray(at));
      const sample = before.slice(-AROUND) + after.slice(0, AROUND);
      return hasUnassigned(sample, encoding) ? [] : [{ encoding, sample }];
    } catch {
      return [];
    }
  });
  return found.filter(({ sample }, index) => found.findIndex((other) => other.sample === sample) === index);
}
