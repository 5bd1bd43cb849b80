import { PDF, PdfDict, type PdfObject } from '@libpdf/core';
import { type PdfSignature, readSignatures } from '../../pdf-signatures/read-signatures.js';
import { verifyDetached } from '../../pdf-signatures/verify-detached.js';
import { PdfComparison, resolve } from '../pdf-comparison.js';
import { type ExpectedDocument, type ExpectedSignature } from '../pdf-results.js';
import { isComplete } from '../structure/is-complete.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { isOurField } from './document-fields.js';

export interface CompletedDocument {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expected: ExpectedDocument;
}

/** Entries of an annotation that lead to its page and to the annotation or field above it, not to what it shows. */
const UPWARDS = new Set(['P', 'Parent']);

/**
 * What is wrong with a signed document; null if it is what it should be: it opens without recovery and has the expected
 * number of pages; its last signatures are the expected ones and valid; the last one covers the whole file; and the pages
 * that the signers read are unchanged apart from our fields. The answer quotes nothing from the document.
 */
export async function completionFault({
  original,
  completed,
  expected,
}: CompletedDocument): Promise<string | null> {
  return faultAgainst(await openPdf(original), completed, expected);
}

/** The same for an original that is open already. */
export async function faultAgainst(
  original: OpenedPdf,
  completed: Uint8Array,
  { pages, signatures: expected }: ExpectedDocument,
): Promise<string | null> {
  const pdf = await PDF.load(completed);
  if (!isComplete(pdf, pages)) return `it does not open as it is with ${pages} pages`;
  const whole = readSignatures(pdf, Buffer.from(completed)).filter(({ isWhole }) => isWhole);
  const signatures = whole.slice(-expected.length);
  if (expected.length === 0 || signatures.length < expected.length)
    return `it has ${signatures.length} whole signatures instead of ${expected.length}`;
  if (!signatures.at(-1)!.isLast) return 'something follows its last signature';
  const wrong = expected.find((each, index) => !isBy(signatures[index]!, each));
  if (wrong) return `its signature ${wrong.fieldName} is not valid`;
  return differenceOf(original, pdf);
}

function isBy(signature: PdfSignature, { fieldName, certificate: expected }: ExpectedSignature): boolean {
  const { contents, contentSha256 } = signature;
  const { digestMatches, signatureHolds, certificate } = verifyDetached(contents, contentSha256);
  const isExpected = signature.fieldName === fieldName && certificate?.equals(expected);
  return digestMatches && signatureHolds && isExpected === true;
}

/** Null if each page of the original looks the same and has the same annotations, followed only by ours. */
function differenceOf({ pdf: original, rebuilt }: OpenedPdf, completed: PDF): string | null {
  const comparison = new PdfComparison(original, completed, new Set(), rebuilt);
  const pages = completed.getPages();
  for (const [index, page] of original.getPages().entries()) {
    const other = pages[index];
    if (!other || !comparison.samePage(page, other)) return `its page ${index + 1} looks different`;
    const [before, after] = [annotationsOf(original, page.dict), annotationsOf(completed, other.dict)];
    const areKept = before.every((annotation, at) => sameAnnotation(comparison, annotation, after[at]));
    if (!areKept || !after.slice(before.length).every(isOurs))
      return `the annotations of its page ${index + 1} are different`;
  }
  return null;
}

function sameAnnotation(
  comparison: PdfComparison,
  before: PdfObject | null,
  after: PdfObject | null | undefined,
): boolean {
  if (before instanceof PdfDict && after instanceof PdfDict)
    return comparison.sameEntries(before, after, UPWARDS);
  return comparison.same(before, after);
}

function annotationsOf(pdf: PDF, page: PdfDict): (PdfObject | null)[] {
  const annotations = page.getArray('Annots', (ref) => pdf.getObject(ref));
  return [...(annotations ?? [])].map((annotation) => resolve(pdf, annotation));
}

const isOurs = (annotation: PdfObject | null) =>
  annotation instanceof PdfDict && isOurField(annotation.getString('T')?.asString() ?? '');
