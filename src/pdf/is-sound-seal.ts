import { PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { PdfComparison } from './pdf-comparison.js';
import { verifyDetached } from '../pdf-signatures/detached-signature.js';
import { type PdfSignature, readSignatures } from '../pdf-signatures/pdf-signing.js';
import { isOurField } from './document-fields.js';
import { isCompletePdf } from './is-complete-pdf.js';
import { type OpenedPdf, openPdf } from './open-pdf.js';

/** A signature that must be there. */
export interface ExpectedSignature {
  fieldName: string;
  /** DER of the certificate that must have made it. */
  certificate: Uint8Array;
}

/** What a signed document must hold: so many pages, and these as its last signatures, in the order in which they were made. */
export interface ExpectedDocument {
  pages: number;
  signatures: ExpectedSignature[];
}

/**
 * Whether a signed document is right: it opens without recovery and has its pages, its last signatures are those expected
 * and hold, the last leaves nothing of the file out, and the pages that were read are what they were but for our fields.
 */
export async function isSoundSeal(
  original: Buffer,
  completed: Buffer,
  { pages, signatures: expected }: ExpectedDocument,
): Promise<boolean> {
  if (expected.length === 0 || !(await isCompletePdf(completed, pages))) return false;
  const pdf = await PDF.load(completed);
  const whole = readSignatures(pdf, completed).filter(({ isWhole }) => isWhole);
  const signatures = whole.slice(-expected.length);
  if (signatures.length < expected.length || !signatures.at(-1)?.isLast) return false;
  const areRight = signatures.every((signature, index) => isBy(signature, expected[index]!));
  return areRight && showsSamePages(await openPdf(original), pdf);
}

function isBy(signature: PdfSignature, { fieldName, certificate: expected }: ExpectedSignature): boolean {
  const { contents, contentSha256 } = signature;
  const { digestMatches, signatureHolds, certificate } = verifyDetached(contents, contentSha256);
  const isExpected = signature.fieldName === fieldName && certificate?.equals(expected);
  return digestMatches && signatureHolds && isExpected === true;
}

/** Whether each page of the original shows the same in the other, and has its annotations, with ours behind them. */
function showsSamePages({ pdf: original, rebuilt }: OpenedPdf, completed: PDF): boolean {
  const comparison = new PdfComparison(original, completed, new Set(), rebuilt);
  const pages = completed.getPages();
  return original.getPages().every((page, index) => {
    const other = pages[index]!;
    if (!comparison.samePage(page, other)) return false;
    const [before, after] = [annotationsOf(original, page.dict), annotationsOf(completed, other.dict)];
    const areKept = before.every((annotation, at) => comparison.same(annotation, after[at]));
    return areKept && after.slice(before.length).every((added) => isOurs(completed, added));
  });
}

function annotationsOf(pdf: PDF, page: PdfDict): PdfObject[] {
  return [...(page.getArray('Annots', (ref) => pdf.getObject(ref)) ?? [])];
}

function isOurs(pdf: PDF, annotation: PdfObject): boolean {
  const field = annotation instanceof PdfRef ? pdf.getObject(annotation) : annotation;
  return field instanceof PdfDict && isOurField(field.getString('T')?.asString() ?? '');
}
