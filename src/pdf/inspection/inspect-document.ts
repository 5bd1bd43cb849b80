import { type PDF } from '@libpdf/core';
import { type AskParent } from '../../platform/child-process/serve-child-task.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type DocumentKind, DocumentRefusal, type RefusedDocument, refusal } from '../document-inspection.js';
import { structureFault } from '../../pdf-signatures/revisions.js';
import { faultWords } from '../../pdf-signatures/structure-fault.js';
import { findDocumentKind } from './document-kind.js';
import { MAX_PAGES } from '../document-limits.js';
import { readLayout } from '../layout/read-layout.js';
import { type DocumentLayout } from '../pdf-results.js';
import { type FaceAddress } from '../scripts/font-face.js';
import { obstacleIn } from '../signing/signed-uploads.js';
import { standInsFor } from '../signing/stand-ins.js';
import { sealingFault } from '../signing/try-sealing.js';
import { presentDocument } from '../presenting/present-document.js';
import { carriesSignatures } from '../structure/earlier-signatures.js';
import { type OpenedPdf, openPdf } from '../structure/open-pdf.js';
import { formActions } from '../presenting/form-actions.js';
import { xfaKind } from '../structure/xfa-form.js';
import { UNCHANGED, type UploadChanges } from '../upload-changes.js';
import { activeContent, isRemovable } from './active-content.js';
import { contestedAnnotation } from './contested-annotation.js';
import { contradictingField } from './contradicting-field.js';
import { restrictionsOf } from './restrictions.js';
import { hasAllPages, hasAllParts, isCutOff, mentionsEncryption } from '../structure/pdf-integrity.js';

/**
 * What the child found; `pdf` is what signers will read, missing for the upload itself; `fault` only for the log. A Word
 * document still has to be converted.
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

/** Characters of a field's name that a refusal repeats. */
const LONGEST_NAME = 60;

/**
 * Decides whether an upload is acceptable. Faults in its bytes are reported, not thrown.
 * @param ask for the fonts of the system that texts need; without it, there are only those of the service
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
  const isSigned = carriesSignatures(pdf);
  refuseUnchangeable(pdf, isSigned);
  const contested = contestedAnnotation(pdf);
  if (contested !== null) throw new DocumentRefusal('document_ambiguous', undefined, contested);
  const obstacle = obstacleIn(opened);
  if (obstacle === 'document_certified') throw new DocumentRefusal(obstacle);
  if (isSigned) {
    refuseAmbiguous(bytes);
    if (obstacle) throw new DocumentRefusal(obstacle);
    const field = contradictingField(pdf);
    if (field !== null) throw contradicts(field);
    return { layout: await layoutOf(opened, bytes), changes: UNCHANGED };
  }
  const find = async (texts: string[]) => (await ask(texts)) as FaceAddress[];
  const { pdf: presented, removed } = await presentDocument(pdf, bytes, find);
  const changes = { forbidden: restrictionsOf(pdf), removed };
  return { layout: await layoutOf(await openPdf(presented), presented), changes, pdf: presented };
}

/** @throws DocumentRefusal for a document that needs a password, is damaged, or has too many pages */
async function openWhole(bytes: Buffer): Promise<OpenedPdf> {
  const opened = await openPdf(bytes).catch(() => {
    throw new DocumentRefusal(
      mentionsEncryption(bytes) ? 'document_password_protected' : 'document_unreadable',
    );
  });
  const { pdf, rebuilt } = opened;
  // A file of which only the owner's password is empty asks everybody else for the other one.
  if (!pdf.isAuthenticated || (pdf.isEncrypted && pdf.hasOwnerAccess()))
    throw new DocumentRefusal('document_password_protected');
  // Rebuilding a file loses the keys to its contents.
  const isIllegible = rebuilt && !pdf.isEncrypted && mentionsEncryption(bytes);
  const pages = pdf.getPageCount();
  if (isIllegible || pages === 0 || isCutOff(bytes) || !hasAllPages(pdf) || (rebuilt && !hasAllParts(pdf))) {
    throw new DocumentRefusal('document_unreadable');
  }
  if (pages > MAX_PAGES) throw new DocumentRefusal('document_too_many_pages');
  return opened;
}

/** What a presented file cannot be without; of a document with signatures nothing at all is removed. @throws DocumentRefusal */
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

const contradicts = (field: string) =>
  new DocumentRefusal(
    'document_field_contradicts',
    `The signed PDF has a form field '${field.slice(0, LONGEST_NAME)}' that looks otherwise than what it holds, so that programs show different things. Upload a copy that was printed to PDF before it was signed.`,
  );

/** A document with signatures cannot be rewritten, so that there must be one way only to read it. @throws DocumentRefusal */
function refuseAmbiguous(bytes: Buffer): void {
  const fault = structureFault(bytes);
  if (!fault) return;
  throw new DocumentRefusal(
    'document_ambiguous',
    `The signed PDF ${faultWords(fault)}, so that programs may show different pages. Upload the document as it was before it was signed.`,
  );
}

/** Also seals the document on trial: what cannot be completed must not be accepted. @throws DocumentRefusal */
async function layoutOf(opened: OpenedPdf, bytes: Uint8Array): Promise<DocumentLayout> {
  const layout = readLayout(opened.pdf);
  const details = standInsFor(layout, sha256(Buffer.from(bytes)).toString('hex'));
  const trial = { pdf: bytes, details, signing: 'own signatures', areStandIns: true } as const;
  const fault = await sealingFault(opened, trial).catch((error: Error) => error.message);
  if (fault !== null) throw new DocumentRefusal('document_unsealable', undefined, fault);
  return layout;
}
