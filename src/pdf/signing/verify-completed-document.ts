import { PDF, PdfDict, type PdfObject } from '@libpdf/core';
import { fieldNames } from '../../pdf-signatures/form-field.js';
import { type PdfSignature, readSignatures } from '../../pdf-signatures/read-signatures.js';
import { verifyDetached } from '../../pdf-signatures/verify-detached.js';
import { catalogReference, PdfComparison, resolve } from '../pdf-comparison.js';
import { type ExpectedDocument, type ExpectedSignature } from '../pdf-results.js';
import { carriesSignatures } from '../structure/earlier-signatures.js';
import { isComplete } from '../structure/is-complete.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { isOurField } from './document-fields.js';
import { changeToSigned } from './verify-signed-upload.js';

export interface CompletedDocument {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expected: ExpectedDocument;
}

/** Entries of an annotation that lead to its page and to its parent annotation or field, not to what it shows. */
const UPWARDS = new Set(['P', 'Parent']);

/**
 * The fault of a signed document; null if it is as it should be: it opens without recovery and has the expected
 * number of pages; its last signatures are the expected ones and valid; the last one covers the whole file; and the
 * pages that the signers read are unchanged apart from our fields. If those carried signatures, the document begins
 * with the same bytes and only adds fields. The answer quotes nothing from the document.
 */
export async function completionFault({
  original,
  completed,
  expected,
}: CompletedDocument): Promise<string | null> {
  const opened = await openPdf(original);
  const signed = { pdf: await PDF.load(completed), bytes: completed };
  return faultAgainst({ ...opened, bytes: original }, signed, expected);
}

/** The document that the signers read, opened. */
export interface PresentedPdf extends OpenedPdf {
  bytes: Uint8Array;
}

/** A signed document, opened as it is. */
export interface SignedPdf {
  pdf: PDF;
  bytes: Uint8Array;
}

/**
 * The same for documents that are already open.
 * @param isTrial whether fields may be left unsigned, because one signer signs for all
 */
export function faultAgainst(
  original: PresentedPdf,
  { pdf, bytes: completed }: SignedPdf,
  { pages, signatures: expected }: ExpectedDocument,
  isTrial = false,
): string | null {
  if (!isComplete(pdf, pages)) return `it does not open as it is with ${pages} pages`;
  const whole = readSignatures(pdf, Buffer.from(completed)).filter(({ isWhole }) => isWhole);
  const isExtension = carriesSignatures(original.pdf);
  const signatures = isExtension
    ? whole.filter(({ gap }) => gap.coveredBytes > original.bytes.length)
    : whole.slice(-expected.length);
  if (expected.length === 0 || signatures.length < expected.length)
    return `it has ${signatures.length} whole signatures instead of ${expected.length}`;
  if (!signatures.at(-1)!.isLast) return 'something follows its last signature';
  const wrong = firstWrong(signatures, expected, isExtension);
  if (wrong) return `its signature ${wrong.fieldName} is not valid`;
  const open = isTrial ? undefined : unsignedField(pdf, whole);
  if (open !== undefined) return `its field ${open} is not signed`;
  const borders = isExtension ? catalogReference(pdf) : undefined;
  return (
    differenceOf(original, pdf, borders) ?? (isExtension ? changeToSigned(original, pdf, completed) : null)
  );
}

/** @param isExtension whether others of ours, made with the same certificate, may precede an expected one */
function firstWrong(
  signatures: readonly PdfSignature[],
  expected: readonly ExpectedSignature[],
  isExtension: boolean,
): ExpectedSignature | undefined {
  let next = 0;
  for (const signature of signatures) {
    const each = expected[next];
    if (!each) return expected.at(-1);
    const isNext = signature.fieldName === each.fieldName;
    if (!isBy(signature, each) || !(isNext || (isExtension && isOurField(signature.fieldName)))) return each;
    if (isNext) next++;
  }
  return expected[next];
}

function isBy(
  { contents, contentSha256 }: PdfSignature,
  { certificate: expected }: ExpectedSignature,
): boolean {
  const { digestMatches, signatureHolds, certificate } = verifyDetached(contents, contentSha256);
  return digestMatches && signatureHolds && certificate?.equals(expected) === true;
}

/** The name of an unsigned field of the seal's layout. */
function unsignedField(pdf: PDF, signatures: readonly PdfSignature[]): string | undefined {
  const [, layout] = /^(.*-)Seal$/.exec(signatures.at(-1)?.fieldName ?? '') ?? [];
  if (layout === undefined) return undefined;
  const signed = new Set(signatures.map(({ fieldName }) => fieldName));
  return fieldNames(pdf, 'Sig').find((name) => name.startsWith(layout) && !signed.has(name));
}

/** Null if each page of the original looks the same and has the same annotations, followed only by ours. */
function differenceOf(
  { pdf: original, rebuilt }: OpenedPdf,
  completed: PDF,
  borders?: ReadonlySet<string>,
): string | null {
  const comparison = new PdfComparison(original, completed, borders, rebuilt);
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
