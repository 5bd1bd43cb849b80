import { PDF, PdfName } from '@libpdf/core';
import { addField, UNSEEN } from '../../pdf-signatures/form-field.js';
import { type DetachedSigner, signField } from '../../pdf-signatures/sign-field.js';
import { fill } from '../../platform/templates/phrases.js';
import { type SigningDetails } from '../pdf-inputs.js';
import { type SignatureStamp, type StampDetails } from '../signature-stamp.js';
import { openPdf } from '../structure/open-pdf.js';
import { keepTakenNumbers } from '../structure/taken-numbers.js';
import { Fonts } from '../typesetting/fonts.js';
import { shapingFor } from '../typesetting/script-fonts.js';
import { fillIn, foreignFields, freeNames, layOut, placesToSign, usedNames } from './document-fields.js';

/** Characters of a reason that readers show without trouble; the certificate of completion has all names. */
const LONGEST_REASON = 1_000;

/** The details of one signature in the file. */
interface FieldSigning extends SigningDetails {
  /** Bytes to reserve for the signature. */
  roomBytes?: number;
}

/** A document after another step. */
export interface SignedBytes {
  pdf: Uint8Array;
  /** Pages of the whole document, including signature pages. */
  pages: number;
  /** The field that was signed; empty if none was. */
  fieldName: string;
}

/**
 * Draws all signatures on the document and seals it (PAdES, ETSI EN 319 142-1) in one incremental update. The bytes
 * that the signers read stay unchanged, unless the file cannot be extended (linearized, or rebuilt): it is then first
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
  const { names, pages, isExtended } = layOut(pdf, fonts, details, 'seal only');
  for (const signer of details.signers.keys()) {
    fillIn(pdf, fonts, details, { names, signer, signing: 'seal only' });
  }
  fonts.finish();
  if (!isExtended) return signAs(pdf, names.seal, seal, sign, pages);
  for (const { signer, fieldName } of placesToSign(pdf, details, names)) {
    const reason = fill(details.words.signedBy, { name: shownName(details.signers[signer]!) });
    await signAs(pdf, fieldName, { ...seal, reason }, sign, pages);
  }
  return signAs(
    pdf,
    names.seal,
    { ...seal, reason: reasonNaming(seal.reason, details.signers) },
    sign,
    pages,
  );
}

const shownName = ({ name, email }: SignatureStamp) => name || email;

/** On a document without signature pages, the names of all who signed go here. */
function reasonNaming(reason: string, signers: readonly SignatureStamp[]): string {
  const whole = `${reason}: ${signers.map(shownName).join(', ')}`;
  return whole.length > LONGEST_REASON ? `${whole.slice(0, LONGEST_REASON).toWellFormed()}…` : whole;
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

/** The signer, and whose places are filled in first. */
interface SignerSigning extends FieldSigning {
  /** Index of the signer. */
  signer: number;
  /** Indices of others whose places are filled in too: only on trial. */
  others?: readonly number[];
}

/**
 * Fills in and signs one signer's field of a prepared document, in one incremental update. If the document already
 * carried signatures, the signer's other places are signature fields as well, each of which takes its own update
 * first.
 */
export async function signPrepared(
  prepared: Uint8Array,
  details: StampDetails,
  { signer, others = [], ...signing }: SignerSigning,
  sign: DetachedSigner,
): Promise<SignedBytes> {
  const pdf = await PDF.load(prepared);
  const names = usedNames(pdf);
  const pages = pdf.getPageCount();
  const further = placesToSign(pdf, details, names).filter((place) => place.signer === signer);
  const update = async (next: string, alsoFilled: readonly number[]) => {
    const fonts = await fontsFor(pdf, details);
    for (const other of alsoFilled)
      fillIn(pdf, fonts, details, { names, signer: other, signing: 'own signatures' });
    fillIn(pdf, fonts, details, { names, signer, signing: 'own signatures' }, next);
    fonts.finish();
    return signAs(pdf, next, signing, sign, pages);
  };
  for (const { fieldName } of further) await update(fieldName, []);
  return update(names.signature(signer), others);
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
