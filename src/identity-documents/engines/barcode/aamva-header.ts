import { findIssuer } from './issuers.js';

export interface AamvaHeader {
  issuer: ReturnType<typeof findIssuer>;
  version: number;
  /** The scanner wrote control characters as letters: a carriage return, which ends a subfile, as M. */
  endsWithLetter: boolean;
  /** Where the directory of subfiles begins. */
  end: number;
}

/**
 * `@`, three separators, file type, then digits: issuer, version, jurisdiction version, number of subfiles (Annex
 * D.12.3). Scanners change the separators, drop them, or write them as letters, and put blanks or the symbol's
 * identifier (ISO/IEC 15424) before them.
 */
const HEADER = /^(?:[^@]{0,12}@)?([^@]{0,8}?)(?:ANSI|AAMVA|AMVAA|AMVA) ?(\d{7,14})/u;

/** The file type and what follows it; null if this is not an AAMVA text. */
export function readHeader(text: string): AamvaHeader | null {
  const match = HEADER.exec(text);
  if (!match) return null;
  const [matched, separators, digits] = match as unknown as [string, string, string];
  const length = issuerLength(digits);
  return {
    issuer: findIssuer(digits.slice(0, length).padStart(6, '6')),
    version: Number(digits.slice(length, length + 2)),
    endsWithLetter: separators.endsWith('M'),
    end: matched.length,
  };
}

/** Old licences of North Carolina lack the first of the issuer's six digits. */
function issuerLength(digits: string): number {
  return !findIssuer(digits.slice(0, 6)) && findIssuer(`6${digits.slice(0, 5)}`) ? 5 : 6;
}
