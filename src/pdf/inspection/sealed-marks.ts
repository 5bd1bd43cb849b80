import { PDF, type PdfDict } from '@libpdf/core';
import { readSignatures } from '../../pdf-signatures/read-signatures.js';
import { verifyDetached } from '../../pdf-signatures/verify-detached.js';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { PdfComparison } from '../pdf-comparison.js';
import { isOurField } from '../signing/document-fields.js';
import { formWidgets } from '../structure/form-widgets.js';

/** More signatures than any document needs; the latest ones count. */
const MOST_SIGNATURES = 50;
/** Entries that lead away from a field. */
const BESIDE_THE_FIELD = new Set(['P', 'Parent']);

/**
 * The names of fields with marks of signers that this service sealed, and that have not changed since: a mark holds
 * its signer's name, but may show it drawn, or written differently.
 * @param bytes that `pdf` was opened from
 * @param ask is asked for `{ certificates }`, SHA-256 in lower-case hex, and answers with those of this service
 */
export async function sealedMarks(pdf: PDF, bytes: Buffer, ask: AskParent): Promise<ReadonlySet<string>> {
  const seals = validSignatures(pdf, bytes);
  if (seals.length === 0) return new Set();
  const ours = (await ask({ certificates: seals.map(({ hash }) => hash) })) as string[];
  const last = seals.findLast(({ hash }) => ours.includes(hash));
  if (!last) return new Set();
  const before = await PDF.load(bytes.subarray(0, last.coveredBytes));
  const comparison = new PdfComparison(before, pdf);
  const sealed = marksIn(before);
  const same = [...marksIn(pdf)].filter(([name, widgets]) => {
    const earlier = sealed.get(name) ?? [];
    const isSame = (widget: PdfDict, at: number) =>
      earlier[at] !== undefined && comparison.sameEntries(earlier[at], widget, BESIDE_THE_FIELD);
    return widgets.every(isSame);
  });
  return new Set(same.map(([name]) => name));
}

/** Signatures over whole revisions that verify with the certificate they contain, oldest first. */
function validSignatures(pdf: PDF, bytes: Buffer): { hash: string; coveredBytes: number }[] {
  return readSignatures(pdf, bytes)
    .slice(-MOST_SIGNATURES)
    .flatMap(({ contents, contentSha256, isWhole, gap: { coveredBytes } }) => {
      const { digestMatches, signatureHolds, certificate } = verifyDetached(contents, contentSha256);
      const isValid = isWhole && digestMatches && signatureHolds && certificate !== null;
      return isValid ? [{ hash: sha256(certificate).toString('hex'), coveredBytes }] : [];
    });
}

function marksIn(pdf: PDF): Map<string, PdfDict[]> {
  const marks = new Map<string, PdfDict[]>();
  for (const { name, widget, isOnPage } of formWidgets(pdf))
    if (isOnPage && isOurField(name)) marks.set(name, [...(marks.get(name) ?? []), widget]);
  return marks;
}
