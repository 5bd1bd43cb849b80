import { type PDF, type PDFPage, PdfString } from '@libpdf/core';
import { addField, emptyFields, fieldNames, setAppearance, UNSEEN } from '../../pdf-signatures/form-field.js';
import { fieldAttribute, formWidgets } from '../structure/form-widgets.js';
import { type Fonts } from '../typesetting/fonts.js';
import { shownPage, sidesOf, toOwnSpace } from '../structure/page-geometry.js';
import { placeAppearance } from '../marks/place-appearance.js';
import { type ReservedPlace, SignerPages } from '../marks/signer-pages.js';
import { type StampDetails, type StampPlace } from '../signature-stamp.js';
import { signerBlockAppearance } from '../marks/signer-block.js';

/** Numbered per layout: a document that we sealed may be sent again. */
const OURS = /^Countersign(\d{0,4})-/;

export const isOurField = (name: string) => OURS.test(name);

/** Names of the fields of one layout in a document. */
export interface FieldNames {
  seal: string;
  /** Of the signer at this index. */
  signature(signer: number): string;
  /** Of the place at this index. */
  place(place: number): string;
}

export interface LaidOut {
  names: FieldNames;
  /** Of the whole document, signature pages included. */
  pages: number;
}

/** Names that no field of the document has yet. */
export function freeNames(pdf: PDF): FieldNames {
  return namesOf(lastNumber(pdf) + 1);
}

/** The names of the newest layout in the document. */
export function usedNames(pdf: PDF): FieldNames {
  return namesOf(lastNumber(pdf));
}

/** Name of the field for the document time stamp that follows this seal. */
export const stampNameFor = (sealName: string) => sealName.replace(/Seal$/, 'Timestamp');

function lastNumber(pdf: PDF): number {
  const numbers = fieldNames(pdf).flatMap((name) => OURS.exec(name)?.[1] ?? []);
  return Math.max(0, ...numbers.map((digits) => Number(digits || 1)));
}

function namesOf(number: number): FieldNames {
  const prefix = `Countersign${number > 1 ? number : ''}`;
  return {
    seal: `${prefix}-Seal`,
    signature: (signer) => `${prefix}-Signature${signer + 1}`,
    place: (place) => `${prefix}-Field${place + 1}`,
  };
}

/** Whether each signer signs a field cryptographically, or only the seal does and signers leave their marks. */
export type Signing = 'own signatures' | 'seal only';

/**
 * Adds every page and field that signing needs: the places on the document's own pages, signature pages at the end for
 * signers who have no place, and the seal's field. All places stay empty; the signature pages too, unless only the seal is
 * cryptographic: then they are written at once.
 */
export function layOut(pdf: PDF, fonts: Fonts, details: StampDetails, signing: Signing): LaidOut {
  const names = freeNames(pdf);
  const locks = foreignFields(pdf);
  const pages = pdf.getPages();
  for (const [index, place] of details.places.entries()) {
    const isOwn = signing === 'own signatures' && primaryPlace(details, place.signer) === place;
    const name = isOwn ? names.signature(place.signer) : names.place(index);
    addPlace(pdf, pages, place, { name, isOwn, label: labelOf(details, place) });
  }
  const behind = writeSignerPages(pdf, fonts, details, { names, signing });
  const lastPage = behind?.lastPage ?? pages.at(-1)!;
  addField(pdf, lastPage, { kind: 'signature', name: names.seal, label: 'Seal', box: UNSEEN, locks });
  return { names, pages: pages.length + (behind?.count ?? 0) };
}

/**
 * The fields that the document came with, which the seal locks, so that no program lets anybody fill them in afterwards.
 * Signature fields that nobody has signed yet stay open to signatures.
 */
export function foreignFields(pdf: PDF): string[] {
  const fields = formWidgets(pdf).filter(
    ({ name, type, widget }) =>
      name !== '' && (type !== 'signature' || fieldAttribute(pdf, widget, 'V') !== undefined),
  );
  return [...new Set(fields.map(({ name }) => name))];
}

/** Fills in all places of one signer, and the field or block that shows who signed. */
export function fillIn(
  pdf: PDF,
  fonts: Fonts,
  details: StampDetails,
  { names, signer, signing }: { names: FieldNames; signer: number; signing: Signing },
): void {
  const stamp = details.signers[signer]!;
  const primary = primaryPlace(details, signer);
  const pages = pdf.getPages();
  const fieldNamed = emptyFields(pdf);
  for (const [index, place] of details.places.entries()) {
    if (place.signer !== signer) continue;
    const isOwn = signing === 'own signatures' && place === primary;
    const field = fieldNamed(isOwn ? names.signature(signer) : names.place(index));
    const { turn } = shownPage(pdf, pages[place.page - 1]!)!;
    setAppearance(field, placeAppearance(pdf, fonts, place, stamp, turn));
    const value = place.kind === 'signature' ? stamp.name || stamp.email : place.value;
    if (!isOwn) field.set('V', PdfString.fromString(value));
  }
  if (primary || signing === 'seal only') return;
  const field = fieldNamed(names.signature(signer));
  const { left, bottom, right, top } = sidesOf(field.get('Rect'))!;
  const size = { width: right - left, height: top - bottom };
  setAppearance(field, signerBlockAppearance(pdf, fonts, { signer: stamp, words: details.words }, size));
}

/** A signer's first signature place on the document's own pages. */
const primaryPlace = ({ places }: StampDetails, signer: number) =>
  places.find((place) => place.signer === signer && place.kind === 'signature');

interface PlaceField {
  name: string;
  /** Whether it holds the signer's cryptographic signature. */
  isOwn: boolean;
  label: string;
}

function addPlace(pdf: PDF, pages: PDFPage[], place: StampPlace, { name, isOwn, label }: PlaceField): void {
  const page = pages[place.page - 1];
  const shown = page && shownPage(pdf, page);
  if (!page || !shown)
    throw new Error(`A place is on page ${place.page}, but the document has ${pages.length} pages`);
  addField(pdf, page, { kind: isOwn ? 'signature' : 'text', name, label, box: toOwnSpace(shown, place) });
}

/** Null if every signer has a signature place on the document itself. */
function writeSignerPages(
  pdf: PDF,
  fonts: Fonts,
  details: StampDetails,
  { names, signing }: { names: FieldNames; signing: Signing },
): SignerPages | null {
  const without = details.signers.filter((_, signer) => !primaryPlace(details, signer));
  if (without.length === 0) return null;
  const pages = new SignerPages(pdf, fonts, details);
  const reserved: ReservedPlace[] = [];
  for (const signer of without) {
    if (signing === 'seal only') pages.draw(signer);
    else reserved.push(pages.reservePlace(signer));
  }
  pages.finish();
  for (const { signer, page, box } of reserved) {
    const name = names.signature(details.signers.indexOf(signer));
    const label = `Signature of ${signer.name || signer.email}`;
    addField(pdf, page, { kind: 'signature', name, label, box });
  }
  return pages;
}

function labelOf({ signers }: StampDetails, { kind, signer }: StampPlace): string {
  const { name, email } = signers[signer]!;
  return `${LABELS[kind]} of ${name || email}`;
}

const LABELS: Readonly<Record<StampPlace['kind'], string>> = {
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date of the signature',
  name: 'Name',
  text: 'Entry',
  checkbox: 'Choice',
};
