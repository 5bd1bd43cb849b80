import { PDF, PdfName } from '@libpdf/core';
import { addField, type DetachedSigner, signField, UNSEEN } from '../pdf-signatures/pdf-signing.js';
import { fillIn, freeNames, layOut, usedNames } from './document-fields.js';
import { Fonts } from './fonts.js';
import { openPdf } from './open-pdf.js';
import { type StampDetails } from './signature-stamp.js';

/** Who closes or signs a document, as readers list it. */
export interface SigningDetails {
  name: string;
  reason: string;
  /** ISO 8601. */
  at: string;
  /** The signature will hold a time stamp, and needs room for it. */
  isTimeStamped?: boolean;
}

/** A document after one more step. */
export interface SignedBytes {
  pdf: Uint8Array;
  /** Of the whole, signature pages included. */
  pages: number;
  /** The field that was signed; empty where none was. */
  fieldName: string;
}

/**
 * Draws what every signer left and seals all of it (PAdES, ETSI EN 319 142-1) in one update: the bytes that signers read
 * stay as they are, but where the file cannot be extended (linearized, or rebuilt), which is first written anew with the
 * same pages.
 */
export async function sealDocument(
  original: Uint8Array,
  details: StampDetails,
  seal: SigningDetails,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await openExtendable(original);
  const { names, pages } = layOut(pdf, details, 'seal only');
  const fonts = new Fonts(pdf);
  for (const signer of details.signers.keys()) {
    fillIn(pdf, fonts, details, { names, signer, signing: 'seal only' });
  }
  return signAs(pdf, names.seal, seal, sign, pages);
}

/** Seals a finished document as it is, without adding anything that is seen. */
export async function sealFinished(
  finished: Uint8Array,
  seal: SigningDetails,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await openExtendable(finished);
  const names = freeNames(pdf);
  const pages = pdf.getPages();
  addField(pdf, pages.at(-1)!, { kind: 'signature', name: names.seal, label: 'Seal', box: UNSEEN });
  return signAs(pdf, names.seal, seal, sign, pages.length);
}

/** Lays out everything that signing needs before the first signature, so that nothing after it changes a page. */
export async function prepareDocument(original: Uint8Array, details: StampDetails): Promise<SignedBytes> {
  const pdf = await openExtendable(original);
  const { pages } = layOut(pdf, details, 'own signatures');
  return { pdf: await pdf.save({ incremental: true, subsetFonts: true }), pages, fieldName: '' };
}

/** Signs one signer's field of a prepared document, with the look of it, in an update of its own. */
export async function signPrepared(
  prepared: Uint8Array,
  details: StampDetails,
  { signer, ...signing }: SigningDetails & { signer: number },
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await PDF.load(prepared);
  const names = usedNames(pdf);
  fillIn(pdf, new Fonts(pdf), details, { names, signer, signing: 'own signatures' });
  return signAs(pdf, names.signature(signer), signing, sign, pdf.getPageCount());
}

/** Seals a prepared document that everyone has signed. */
export async function sealPrepared(
  prepared: Uint8Array,
  seal: SigningDetails,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await PDF.load(prepared);
  return signAs(pdf, usedNames(pdf).seal, seal, sign, pdf.getPageCount());
}

async function signAs(
  pdf: PDF,
  fieldName: string,
  { at, ...details }: SigningDetails,
  sign: DetachedSigner,
  pages: number,
): Promise<SignedBytes> {
  const signature = { ...details, fieldName, signedAt: new Date(at) };
  return { pdf: await signField(pdf, signature, sign), pages, fieldName };
}

async function openExtendable(bytes: Uint8Array): Promise<PDF> {
  const { pdf } = await openPdf(bytes);
  if (pdf.canSaveIncrementally() === null) return pdf;
  // Without a change the library gives back the bytes that it was given. Streams stay as they are, to be compared.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'));
  return PDF.load(await pdf.save({ compressStreams: false }));
}
