import { PDF, PdfName } from '@libpdf/core';
import { addSignatureField, type DetachedSigner, signField, UNSEEN } from '../../sealing/pdf-signing.js';
import { openPdf } from './open-pdf.js';
import { drawSignaturePages } from './signature-pages.js';
import { type StampDetails } from './signature-stamp.js';

export const SEAL_FIELD = 'Countersign.Seal';

/** How the organization closes the document. */
export interface SealDetails {
  organizationName: string;
  /** ISO 8601. */
  sealedAt: string;
}

export interface SealedBytes {
  pdf: Uint8Array;
  /** Of the whole, signature pages included. */
  pages: number;
}

/**
 * Adds signature pages behind the document and seals all of it (PAdES B-B, ETSI EN 319 142-1) in one update: the bytes
 * that signers read stay as they are, but where the file cannot be extended (linearized, or rebuilt), which is first
 * written anew with the same pages.
 */
export async function sealDocument(
  original: Uint8Array,
  details: StampDetails,
  { organizationName, sealedAt }: SealDetails,
  sign: DetachedSigner,
): Promise<SealedBytes> {
  const pdf = await openExtendable(original);
  const { pages, lastPage } = drawSignaturePages(pdf, details);
  addSignatureField(pdf, SEAL_FIELD, lastPage, UNSEEN);
  const seal = {
    fieldName: SEAL_FIELD,
    name: organizationName,
    reason: `Sealed by ${organizationName} after everyone had signed`,
    signedAt: new Date(sealedAt),
  };
  return { pdf: await signField(pdf, seal, sign), pages };
}

async function openExtendable(bytes: Uint8Array): Promise<PDF> {
  const { pdf } = await openPdf(bytes);
  if (pdf.canSaveIncrementally() === null) return pdf;
  // Without a change the library gives back the bytes that it was given. Streams stay as they are, to be compared.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'));
  return PDF.load(await pdf.save({ compressStreams: false }));
}
