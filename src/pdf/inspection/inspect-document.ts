import { type PDF } from '@libpdf/core';
import { structureFault } from '../../pdf-signatures/revisions.js';
import { faultWords } from '../../pdf-signatures/structure-fault.js';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { contestedContents } from '../contents/settle-contents.js';
import { type DocumentKind, DocumentRefusal, refusal, type RefusedDocument } from '../document-inspection.js';
import { USUAL_PAGES } from '../document-limits.js';
import { readLayout } from '../layout/read-layout.js';
import { type DocumentLayout } from '../pdf-results.js';
import { formActions } from '../presenting/form-actions.js';
import { plainFile, presentDocument } from '../presenting/present-document.js';
import { contestedDefaultColors } from '../presenting/settle-default-colors.js';
import { contestedGlyphNames } from '../presenting/settle-glyph-names.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { isOurField } from '../signing/document-fields.js';
import { obstacleIn } from '../signing/signed-uploads.js';
import { standInsFor } from '../signing/stand-ins.js';
import { sealingFault } from '../signing/try-sealing.js';
import { carriesSignatures, isCertified } from '../structure/earlier-signatures.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { contestedStream } from '../structure/stream-keys.js';
import { xfaKind } from '../structure/xfa-form.js';
import { UNCHANGED, type UploadChanges } from '../upload-changes.js';
import { activeContent, isRemovable } from './active-content.js';
import { contestedAnnotation } from './contested-annotation.js';
import { contestedNames } from './contested-names.js';
import { contestedPage } from './contested-page.js';
import { contestedResources } from './contested-resources.js';
import { contradictingField } from './contradicting-field.js';
import { findDocumentKind } from './document-kind.js';
import { openWhole } from './open-whole.js';
import { restrictionsOf } from './restrictions.js';
import { sealedMarks } from './sealed-marks.js';

/**
 * The child's findings: `pdf` is what signers will read, missing for the upload itself; `fault` is only for the log.
 * A Word document still has to be converted.
 */
export type ChildInspection =
  | ({ ok: true; kind: Exclude<DocumentKind, 'docx'> } & InspectedPdf)
  | { ok: true; kind: 'docx' }
  | (RefusedDocument & { fault?: string });

interface InspectedPdf {
  layout: DocumentLayout;
  changes: UploadChanges;
  pdf?: Uint8Array;
}

/** The most characters of a field's name that a refusal repeats. */
const LONGEST_NAME = 60;

/**
 * Decides whether an upload is acceptable. Faults in its bytes are reported, not thrown.
 * @param ask requests the system fonts that texts need, and the certificates that are of this service; without it,
 * only the service's own fonts are used, and no certificate is known
 */
export async function inspectDocument(
  input: Uint8Array,
  ask: AskParent = () => Promise.resolve([]),
): Promise<ChildInspection> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  try {
    const kind = await findDocumentKind(bytes);
    if (kind === 'docx') return { ok: true, kind };
    if (kind === 'pdf') return { ok: true, kind, ...(await inspectPdf(bytes, ask)) };
    const { imageToPdf } = await import('./image-to-pdf.js');
    const pdf = await imageToPdf(bytes, kind);
    return { ok: true, kind, pdf, layout: await layoutOf(await openPdf(pdf), pdf), changes: UNCHANGED };
  } catch (error) {
    if (error instanceof DocumentRefusal)
      return { ...refusal(error.code, error.message), fault: error.fault };
    return refusal('document_unreadable');
  }
}

/** @throws DocumentRefusal, or any Error if the bytes cannot be parsed */
async function inspectPdf(bytes: Buffer, ask: AskParent): Promise<InspectedPdf> {
  const opened = await openWhole(bytes);
  const { pdf } = opened;
  if (pdf.getPageCount() > USUAL_PAGES) await ask(pdf.getPageCount());
  const isSigned = carriesSignatures(pdf);
  refuseUnchangeable(pdf, isSigned);
  const contested = contestedAnnotation(pdf, isSigned);
  if (contested !== null) throw new DocumentRefusal('document_ambiguous', undefined, contested);
  refuseContested(pdf, isSigned);
  if (isCertified(pdf)) throw new DocumentRefusal('document_certified');
  if (isSigned) {
    refuseAmbiguous(bytes);
    // Only to have it read twice: the copy is thrown away.
    await plainFile(pdf, bytes);
    const obstacle = obstacleIn(opened);
    if (obstacle) throw new DocumentRefusal(obstacle);
    await refuseContradiction(pdf, bytes, ask);
    const layout = await layoutOf(opened, bytes);
    if (layout.tags.length > 0 && layout.isRedrawn) throw new DocumentRefusal('document_signed_redrawn');
    return { layout, changes: UNCHANGED };
  }
  const find = async (texts: string[]) => (await ask(texts)) as FaceAddress[];
  const { removed, ...presented } = await presentDocument(pdf, bytes, find);
  const changes = { forbidden: restrictionsOf(pdf), removed };
  const layout = await layoutOf({ pdf: presented.pdf, rebuilt: false }, presented.bytes);
  return { layout, changes, pdf: presented.bytes };
}

/**
 * Refuses pages that programs put together or draw in different ways, although all of them read the same objects.
 * @throws DocumentRefusal `document_ambiguous`
 */
function refuseContested(pdf: PDF, isSigned: boolean): void {
  const page = isSigned ? contestedPage(pdf) : null;
  const found =
    contestedNames(pdf) ??
    contestedStream(pdf, isSigned) ??
    contestedResources(pdf, isSigned) ??
    (isSigned ? (contestedContents(pdf) ?? contestedGlyphNames(pdf) ?? contestedDefaultColors(pdf)) : null);
  if (page === null && found === null) return;
  const fault = page ?? `has ${found}`;
  throw new DocumentRefusal(
    'document_ambiguous',
    isSigned
      ? `The signed PDF ${fault}, so different programs may show different pages. Upload a copy that was printed to PDF before it was signed.`
      : `The PDF ${fault}, so different programs may show different pages. Print it to a new PDF and upload that.`,
    fault,
  );
}

/**
 * Refuses what cannot be removed from a presented file; from a document with signatures nothing at all is removed.
 * @throws DocumentRefusal
 */
function refuseUnchangeable(pdf: PDF, isSigned: boolean): void {
  const xfa = xfaKind(pdf);
  if (isSigned && (pdf.isEncrypted || xfa !== null))
    throw new DocumentRefusal('document_signed_unchangeable');
  if (xfa === 'dynamic') throw new DocumentRefusal('document_xfa_unsupported');
  const removed = isSigned ? [] : formActions(pdf).flatMap(({ actions }) => actions);
  const active = activeContent(pdf, new Set(removed));
  if (active === null) return;
  throw new DocumentRefusal(isSigned && isRemovable(active) ? 'document_signed_unchangeable' : active);
}

/** @throws DocumentRefusal for a document with signatures that has a field whose look and value differ */
async function refuseContradiction(pdf: PDF, bytes: Buffer, ask: AskParent): Promise<void> {
  const first = contradictingField(pdf);
  if (first === null) return;
  const field = isOurField(first) ? contradictingField(pdf, await sealedMarks(pdf, bytes, ask)) : first;
  if (field === null) return;
  throw new DocumentRefusal(
    'document_field_contradicts',
    `The signed PDF has a form field '${field.slice(0, LONGEST_NAME)}' whose appearance differs from its value, so different programs show different things. Upload a copy that was printed to PDF before it was signed.`,
  );
}

/**
 * A document with signatures cannot be rewritten, so there must be only one way to read it.
 * @throws DocumentRefusal
 */
function refuseAmbiguous(bytes: Buffer): void {
  const fault = structureFault(bytes);
  if (!fault) return;
  throw new DocumentRefusal(
    'document_ambiguous',
    `The signed PDF ${faultWords(fault)}, so different programs may show different pages. Upload the document as it was before it was signed.`,
  );
}

/**
 * Also seals the document on trial: a document that cannot be completed must not be accepted.
 * @throws DocumentRefusal
 */
async function layoutOf(opened: OpenedPdf, bytes: Uint8Array): Promise<DocumentLayout> {
  const layout = readLayout(opened.pdf);
  const details = standInsFor(layout, sha256(Buffer.from(bytes)).toString('hex'));
  const trial = { pdf: bytes, details, signing: 'own signatures', areStandIns: true } as const;
  const fault = await sealingFault(opened, trial).catch((error: Error) => error.message);
  if (fault !== null) throw new DocumentRefusal('document_unsealable', undefined, fault);
  return layout;
}
