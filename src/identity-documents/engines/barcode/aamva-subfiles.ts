import { type AamvaHeader } from './aamva-header.js';

export interface LicenceSubfile {
  /** From the directory, otherwise from the subfile's own name; null if neither states it. */
  kind: 'DL' | 'ID' | null;
  /** The directory and the subfile state different kinds. */
  isContradictory: boolean;
  /** Characters missing before the stated end if the text ends in the middle of a line; 0 if it ends properly. */
  missing: number;
  /** Everything after the directory, with a line for each element and subfile. */
  body: string;
}

/** Name, offset and length of a subfile. Some issuers write fewer digits, Alberta letters, others small names. */
const ENTRY = /([A-Z]{2}|dl|id)(\d{3,8}(?=dl|id|[^a-z]|$)|[0-9a-z]{3,8})/y;
const NAME = /[\s\p{Cc}]*(DL|ID|dl|id)(?=[\s\p{Cc}]*(?:D[A-D][A-Z]|DL|ID|dl|id))/uy;

/** A line feed and a carriage return, which scanners trim. */
const LOST_ENDING = 2;

/**
 * Finds the subfiles after the header. Ontario states the offset 0, others are some characters off, and some leave
 * out the subfile's name, so offsets are ignored: the elements begin after directory and name.
 */
export function readSubfiles(text: string, header: AamvaHeader): LicenceSubfile {
  const entries: RegExpExecArray[] = [];
  const end = skipAll(ENTRY, text, header.end, (entry) => entries.push(entry));
  const names: string[] = [];
  const start = skipAll(NAME, text, end, ([, name]) => names.push(name!));
  const stated = entries.map(([, name]) => name!.toUpperCase()).find(isKind) ?? null;
  const named = names.map((name) => name.toUpperCase()).find(isKind) ?? null;
  return {
    kind: stated ?? named,
    isContradictory: stated !== null && named !== null && stated !== named,
    missing: missingAtEnd(text, end, entries),
    body: separate(
      text.slice(start),
      entries.map(([, name]) => name!),
      header,
    ),
  };
}

/** Skips matches one after another; returns where the last one ends. */
function skipAll(sticky: RegExp, text: string, from: number, found: (match: RegExpExecArray) => void) {
  let end = from;
  for (;;) {
    sticky.lastIndex = end;
    const match = sticky.exec(text);
    if (!match) return end;
    found(match);
    end = sticky.lastIndex;
  }
}

const isKind = (name: string) => name === 'DL' || name === 'ID';

/** Every subfile ends with a carriage return (Annex D.12.5.4), so a text of the stated length also ends properly. */
function missingAtEnd(text: string, directoryEnd: number, [first]: readonly RegExpExecArray[]): number {
  const length = /^\d{4}(\d{4})$/.exec(first?.[2] ?? '')?.[1];
  if (!length || /[\p{Cc}\s]$/u.test(text)) return 0;
  return Math.max(0, directoryEnd + Number(length) - text.length - LOST_ENDING);
}

/** Puts subfiles on separate lines where the scanner dropped the previous one's end, or wrote it as M. */
function separate(body: string, names: readonly string[], { endsWithLetter }: AamvaHeader): string {
  const last = endsWithLetter ? body.replace(/M$/, '') : body;
  return names
    .filter((name) => name.startsWith('Z'))
    .reduce((text, name) => {
      if (new RegExp(`(?:^|\\p{Cc})${name}${name}`, 'u').test(text)) return text;
      const ending = endsWithLetter ? 'M?' : '(?:(?<=\\d)M)?';
      return text.replace(new RegExp(`${ending}${name}(?=${name}[A-Z0-9])`), '\r');
    }, last);
}
