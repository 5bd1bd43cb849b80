import { type PDF, type PdfDict, type PDFPage, PdfString } from '@libpdf/core';
import {
  addField,
  emptyAppearance,
  emptyFields,
  fieldNames,
  type NewField,
  setAppearance,
  setTick,
  type TickNames,
  UNSEEN,
} from '../../pdf-signatures/form-field.js';
import { onlySigned, TICKED } from '../document-field.js';
import { DRAWN_AS } from '../entry-layout.js';
import { placeAppearance } from '../marks/place-appearance.js';
import { signerBlockAppearance } from '../marks/signer-block.js';
import { type ReservedPlace, SignerPages } from '../marks/signer-pages.js';
import { type SignatureStamp, type StampDetails, type StampPlace } from '../signature-stamp.js';
import { fieldAttribute, formWidgets } from '../structure/form-widgets.js';
import { shownPage, sidesOf, toOwnSpace } from '../structure/page-geometry.js';
import { StructureTree } from '../structure/structure-tree.js';
import { type Fonts } from '../typesetting/fonts.js';

/** Numbered by layout: a document that we sealed can be sent again. */
const OURS = /^Countersign(\d{0,4})-/;

export const isOurField = (name: string) => OURS.test(name);

/** Names of the fields of one layout in a document. */
export interface FieldNames {
  seal: string;
  /** The field of the signer at this index. */
  signature(signer: number): string;
  /** The field of the place at this index. */
  place(place: number): string;
}

export interface LaidOut {
  names: FieldNames;
  /** Pages of the whole document, including signature pages. */
  pages: number;
  /** Whether only signature fields were added, because the document carries signatures. */
  isExtended: boolean;
}

/** Names that no field of the document uses yet. */
export function freeNames(pdf: PDF): FieldNames {
  return namesOf(lastNumber(pdf) + 1);
}

/** The names of the newest layout in the document. */
export function usedNames(pdf: PDF): FieldNames {
  return namesOf(lastNumber(pdf));
}

/** Name of the field for the document time stamp of this seal. */
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

/**
 * Whether each signer signs a field cryptographically, or signers leave their marks and only the seal is
 * cryptographic.
 */
export type Signing = 'own signatures' | 'seal only';

/**
 * Adds every page and field that signing needs: the places on the document's own pages, signature pages at the end
 * for signers without a place, and the seal's field. All places stay empty, as do the signature pages, unless only
 * the seal is cryptographic: then those are written at once.
 *
 * A document that already carries signatures only gets signature fields, visible ones for its places and invisible
 * ones for signers without any: nothing else keeps the earlier signatures valid everywhere. Requests sent before
 * their documents were known to carry signatures, or with other places, are completed as they were sent.
 */
export function layOut(pdf: PDF, fonts: Fonts, details: StampDetails, signing: Signing): LaidOut {
  const names = freeNames(pdf);
  const locks = foreignFields(pdf);
  const pages = pdf.getPages();
  const isExtended = details.carriesSignatures && onlySigned(details.places);
  // Only signature fields may be added to a document that carries signatures.
  const tree = isExtended ? null : StructureTree.of(pdf, details.words.locale);
  const add = (page: PDFPage, field: NewField) => {
    const ref = addField(pdf, page, field);
    // Readers treat the appearance of an unsigned field as a change to the signed document.
    if (field.box === UNSEEN && !isExtended)
      setAppearance(pdf.getObject(ref) as PdfDict, emptyAppearance(pdf));
    tree?.addField(ref, page);
  };
  for (const [index, place] of details.places.entries()) {
    const isOwn = signing === 'own signatures' && primaryPlace(details, place.signer) === place;
    const name = isOwn ? names.signature(place.signer) : names.place(index);
    const label = labelOf(details, place);
    addPlace(pdf, add, pages, place, { name, isSigned: isOwn || isExtended, label });
  }
  if (isExtended && signing === 'own signatures') addUnseenFields(pdf, add, details, names);
  const behind = isExtended ? null : writeSignerPages(pdf, fonts, details, { names, signing, tree, add });
  const lastPage = behind?.lastPage ?? pages.at(-1)!;
  add(lastPage, { kind: 'signature', name: names.seal, label: 'Seal', box: UNSEEN, locks });
  tree?.finish();
  return { names, pages: pages.length + (behind?.count ?? 0), isExtended };
}

/**
 * The document's own fields, which the seal locks, so that no program lets them be filled in afterwards. Signature
 * fields that are still unsigned stay open.
 */
export function foreignFields(pdf: PDF): string[] {
  const fields = formWidgets(pdf).filter(
    ({ name, type, widget }) =>
      name !== '' && (type !== 'signature' || fieldAttribute(pdf, widget, 'V') !== undefined),
  );
  return [...new Set(fields.map(({ name }) => name))];
}

/** The places that are signature fields but not their signer's main one, in order. */
export function placesToSign(pdf: PDF, { places }: StampDetails, names: FieldNames): SignedPlace[] {
  const present = new Set(fieldNames(pdf, 'Sig'));
  return places
    .map(({ signer }, index) => ({ signer, fieldName: names.place(index) }))
    .filter(({ fieldName }) => present.has(fieldName));
}

/** A place that is a signature field. */
interface SignedPlace {
  /** Index of the signer. */
  signer: number;
  fieldName: string;
}

/**
 * Fills in all places of one signer, and the field or block that shows who signed.
 * @param next the signature field signed in this update: others are left alone, because readers treat an appearance
 * as a change unless it comes with its signature
 */
export function fillIn(
  pdf: PDF,
  fonts: Fonts,
  details: StampDetails,
  { names, signer, signing }: { names: FieldNames; signer: number; signing: Signing },
  next?: string,
): void {
  const stamp = details.signers[signer]!;
  const primary = primaryPlace(details, signer);
  const pages = pdf.getPages();
  const fieldNamed = emptyFields(pdf);
  const signed = new Set(fieldNames(pdf, 'Sig'));
  const isLater = (name: string) => next !== undefined && name !== next && signed.has(name);
  for (const [index, place] of details.places.entries()) {
    if (place.signer !== signer) continue;
    const isOwn = signing === 'own signatures' && place === primary;
    const name = isOwn ? names.signature(signer) : names.place(index);
    if (isLater(name)) continue;
    const field = fieldNamed(name);
    const { turn } = shownPage(pdf, pages[place.page - 1]!)!;
    const look = (value = place.value) => placeAppearance(pdf, fonts, { ...place, value }, stamp, turn);
    if (isTick(place)) {
      setTick(field, place.value === TICKED, { on: look(TICKED), off: look('') }, tickNames(place));
      continue;
    }
    setAppearance(field, look());
    if (!signed.has(name)) field.set('V', PdfString.fromString(valueOf(place, stamp)));
  }
  if (primary || signing === 'seal only' || isLater(names.signature(signer))) return;
  const field = fieldNamed(names.signature(signer));
  const { left, bottom, right, top } = sidesOf(field.get('Rect'))!;
  if (left === right) return;
  const size = { width: right - left, height: top - bottom };
  setAppearance(field, signerBlockAppearance(pdf, fonts, { signer: stamp, words: details.words }, size));
}

/** Ticks and dots of forms are buttons; a checkbox without a form is a text. */
const isTick = ({ kind, form }: StampPlace) => form !== null && DRAWN_AS[kind] === 'choice';

/** What a tick or dot stands for: as in the PDF that it was imported from, or else its option. */
const tickNames = ({ form }: StampPlace): TickNames => form?.exported ?? { value: form?.option };

/** What readers of the form are told: for a signature, whose it is. */
function valueOf({ kind, value, form }: StampPlace, { name, email }: SignatureStamp): string {
  if (kind === 'signature') return name || email;
  if (form?.choice) return form.choice.value;
  return kind === 'stamp' ? (form?.stampLines ?? []).join('\n') : value;
}

/** A signer's first signature place on the document's own pages. */
const primaryPlace = ({ places }: StampDetails, signer: number) =>
  places.find((place) => place.signer === signer && place.kind === 'signature');

interface PlaceField {
  name: string;
  /** Whether it holds a cryptographic signature. */
  isSigned: boolean;
  label: string;
}

/** Adds a field to a page, and to the document's structure if it has one. */
type AddField = (page: PDFPage, field: NewField) => void;

function addPlace(
  pdf: PDF,
  add: AddField,
  pages: PDFPage[],
  place: StampPlace,
  { name, isSigned, label }: PlaceField,
): void {
  const page = pages[place.page - 1];
  const shown = page && shownPage(pdf, page);
  if (!page || !shown)
    throw new Error(`A place is on page ${place.page}, but the document has ${pages.length} pages`);
  const field = { name, label, box: toOwnSpace(shown, place) };
  if (isSigned) add(page, { kind: 'signature', ...field });
  else add(page, { kind: kindOf(place), ...field, ...formEntries(place) });
}

const kindOf = (place: StampPlace): NewField['kind'] =>
  place.form?.choice ? 'choice' : isTick(place) ? 'tick' : 'text';

/** What a form's field says of itself. Labels are no entries, so they are not among the values of the form. */
function formEntries(place: StampPlace): Partial<NewField> {
  const { kind, form } = place;
  if (form === null) return {};
  const { name, lines, cells, choice } = form;
  const hasLines = lines === 'many' || kind === 'label' || kind === 'stamp';
  const described = { hasLines, cells, options: choice?.options, tick: tickNames(place) };
  return { ...described, ...(kind !== 'label' && { exportName: name }) };
}

function addUnseenFields(pdf: PDF, add: AddField, details: StampDetails, names: FieldNames): void {
  const page = pdf.getPages().at(-1)!;
  for (const [signer, stamp] of details.signers.entries()) {
    if (primaryPlace(details, signer)) continue;
    const name = names.signature(signer);
    add(page, { kind: 'signature', name, label: ownLabel(stamp), box: UNSEEN });
  }
}

interface PageWriting {
  names: FieldNames;
  signing: Signing;
  tree: StructureTree | null;
  add: AddField;
}

/** Null if every signer has a signature place on the document itself. */
function writeSignerPages(
  pdf: PDF,
  fonts: Fonts,
  details: StampDetails,
  { names, signing, tree, add }: PageWriting,
): SignerPages | null {
  const without = details.signers.filter((_, signer) => !primaryPlace(details, signer));
  if (without.length === 0) return null;
  const pages = new SignerPages(pdf, fonts, details, tree);
  const reserved: ReservedPlace[] = [];
  for (const signer of without) {
    if (signing === 'seal only') pages.draw(signer);
    else reserved.push(pages.reservePlace(signer));
  }
  pages.finish();
  for (const { signer, page, box } of reserved) {
    const name = names.signature(details.signers.indexOf(signer));
    add(page, { kind: 'signature', name, label: ownLabel(signer), box });
  }
  return pages;
}

const ownLabel = ({ name, email }: SignatureStamp) => `Signature of ${name || email}`;

function labelOf({ signers }: StampDetails, { kind, signer, form }: StampPlace): string {
  if (form !== null && form.label !== '') return form.label;
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
  number: 'Number',
  chosen_date: 'Date',
  choice: 'Choice',
  radio: 'Choice',
  checkboxes: 'Choice',
  image: 'Picture',
  stamp: 'Stamp',
  label: 'Note',
  formula: 'Result',
};
