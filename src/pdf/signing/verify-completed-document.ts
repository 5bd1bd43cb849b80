import { PDF, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { type PdfSignature, readSignatures } from '../../pdf-signatures/read-signatures.js';
import { verifyDetached } from '../../pdf-signatures/verify-detached.js';
import { PdfComparison } from '../pdf-comparison.js';
import { type ExpectedDocument, type ExpectedSignature } from '../pdf-results.js';
import { isCompletePdf } from '../structure/is-complete-pdf.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { isOurField } from './document-fields.js';

export interface CompletedDocument {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expected: ExpectedDocument;
}

/**
 * Whether a signed document is what it should be: it opens without recovery and has the expected number of pages; its last
 * signatures are the expected ones and valid; the last one covers the whole file; and the pages that the signers read are
 * unchanged apart from our fields.
 */
export async function verifyCompletedDocument({
  original,
  completed,
  expected: { pages, signatures: expected },
}: CompletedDocument): Promise<boolean> {
  if (expected.length === 0 || !(await isCompletePdf(completed, pages))) return false;
  const pdf = await PDF.load(completed);
  const whole = readSignatures(pdf, Buffer.from(completed)).filter(({ isWhole }) => isWhole);
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

/** Whether each page of the original looks the same in the other and has the same annotations, followed only by ours. */
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
