import { PDF } from '@libpdf/core';
import { PdfComparison } from '../../platform/pdf/pdf-comparison.js';
import { verifyDetached } from '../../sealing/detached-signature.js';
import { readSignatures } from '../../sealing/pdf-signing.js';
import { isCompletePdf } from './is-complete-pdf.js';
import { SEAL_FIELD } from './seal-document.js';
import { openPdf } from './open-pdf.js';

/**
 * Whether a sealed document is right: it opens without recovery and has its pages, the last signature is the seal, made with
 * this certificate (DER), leaves nothing of the file out and holds, and the pages that were read are what they were.
 */
export async function isSoundSeal(
  original: Buffer,
  completed: Buffer,
  expectedPages: number,
  sealedBy: Buffer,
): Promise<boolean> {
  if (!(await isCompletePdf(completed, expectedPages))) return false;
  const pdf = await PDF.load(completed);
  const signatures = readSignatures(pdf, completed).filter(({ isWhole }) => isWhole);
  const seal = signatures.at(-1);
  if (seal?.fieldName !== SEAL_FIELD || !seal.isLast) return false;
  const { digestMatches, signatureHolds, certificate } = verifyDetached(seal.contents, seal.contentSha256);
  if (!digestMatches || !signatureHolds || !certificate?.equals(sealedBy)) return false;
  return showsSamePages((await openPdf(original)).pdf, pdf);
}

/** Whether each page of the original shows the same in the other: its content, resources, boxes and rotation. */
function showsSamePages(original: PDF, completed: PDF): boolean {
  const comparison = new PdfComparison(original, completed);
  const pages = completed.getPages();
  return original.getPages().every((page, index) => comparison.samePage(page, pages[index]!));
}
