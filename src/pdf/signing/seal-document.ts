import { PDF, PdfName } from '@libpdf/core';
import { addField, UNSEEN } from '../../pdf-signatures/form-field.js';
import { type DetachedSigner, signField } from '../../pdf-signatures/sign-field.js';
import { fillIn, foreignFields, freeNames, layOut, usedNames } from './document-fields.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { openPdf } from '../structure/open-pdf.js';
import { keepTakenNumbers } from '../structure/taken-numbers.js';
import { type SigningDetails } from '../pdf-inputs.js';
import { type StampDetails } from '../signature-stamp.js';

/** The details of one signature in the file. */
interface FieldSigning extends SigningDetails {
  /** Bytes to reserve for the signature. */
  roomBytes?: number;
}

/** A document after one more step. */
export interface SignedBytes {
  pdf: Uint8Array;
  /** Of the whole document, signature pages included. */
  pages: number;
  /** The field that was signed; empty if none was. */
  fieldName: string;
}

/**
 * Draws all signatures on the document and seals it (PAdES, ETSI EN 319 142-1) in one incremental update. The bytes that
 * the signers read stay unchanged, except in a file that cannot be extended (linearized, or rebuilt): that one is first
 * rewritten with the same pages.
 */
export async function sealDocument(
  original: Uint8Array,
  details: StampDetails,
  seal: FieldSigning,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await openExtendable(original);
  const fonts = await fontsFor(pdf, details);
  const { names, pages } = layOut(pdf, fonts, details, 'seal only');
  for (const signer of details.signers.keys()) {
    fillIn(pdf, fonts, details, { names, signer, signing: 'seal only' });
  }
  fonts.finish();
  return signAs(pdf, names.seal, seal, sign, pages);
}

/** Seals a finished document without adding anything visible. */
export async function sealFinished(
  finished: Uint8Array,
  seal: FieldSigning,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await openExtendable(finished);
  const names = freeNames(pdf);
  const pages = pdf.getPages();
  const locks = foreignFields(pdf);
  addField(pdf, pages.at(-1)!, { kind: 'signature', name: names.seal, label: 'Seal', box: UNSEEN, locks });
  return signAs(pdf, names.seal, seal, sign, pages.length);
}

/** Adds all pages and fields before the first signature, so that no later step changes a page. */
export async function prepareDocument(original: Uint8Array, details: StampDetails): Promise<SignedBytes> {
  const pdf = await openExtendable(original);
  const fonts = await fontsFor(pdf, details);
  const { pages } = layOut(pdf, fonts, details, 'own signatures');
  fonts.finish();
  return { pdf: await pdf.save({ incremental: true, subsetFonts: true }), pages, fieldName: '' };
}

/** Who signs, and whose places are filled in before. */
interface SignerSigning extends FieldSigning {
  /** Index of the signer. */
  signer: number;
  /** Indices of others whose places are filled in, too: only on trial. */
  others?: readonly number[];
}

/** Fills in and signs one signer's field of a prepared document, in one incremental update. */
export async function signPrepared(
  prepared: Uint8Array,
  details: StampDetails,
  { signer, others = [], ...signing }: SignerSigning,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await PDF.load(prepared);
  const names = usedNames(pdf);
  const fonts = await fontsFor(pdf, details);
  for (const each of [signer, ...others])
    fillIn(pdf, fonts, details, { names, signer: each, signing: 'own signatures' });
  fonts.finish();
  return signAs(pdf, names.signature(signer), signing, sign, pdf.getPageCount());
}

/** Seals a prepared document that everyone has signed. */
export async function sealPrepared(
  prepared: Uint8Array,
  seal: FieldSigning,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await PDF.load(prepared);
  return signAs(pdf, usedNames(pdf).seal, seal, sign, pdf.getPageCount());
}

async function signAs(
  pdf: PDF,
  fieldName: string,
  { at, ...details }: FieldSigning,
  sign: DetachedSigner,
  pages: number,
): Promise<SignedBytes> {
  const signature = { ...details, fieldName, signedAt: new Date(at) };
  return { pdf: await signField(pdf, signature, sign), pages, fieldName };
}

const fontsFor = async (pdf: PDF, details: StampDetails) =>
  new Fonts(pdf, await shapingFor(details, details.systemFonts));

async function openExtendable(bytes: Uint8Array): Promise<PDF> {
  const { pdf } = await openPdf(bytes);
  const extendable = pdf.canSaveIncrementally() === null ? pdf : await rewritten(pdf);
  keepTakenNumbers(extendable);
  return extendable;
}

async function rewritten(pdf: PDF): Promise<PDF> {
  // Without a change the library returns its input bytes. Streams stay uncompressed so that they can be compared.
  pdf.getCatalog().set('Type', PdfName.of('Catalog'));
  return PDF.load(await pdf.save({ compressStreams: false }));
}
