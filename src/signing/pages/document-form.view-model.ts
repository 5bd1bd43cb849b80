import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type FieldKind, initialsOf } from '../../pdf/document-field.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { type PhraseBook, translate } from '../../platform/templates/phrases.js';
import { printedValue } from '../../signatures/signature-stamps.js';
import { formNeedsOf } from '../domain/form-needs.js';
import { DETERMINED } from '../domain/form-order.js';
import { placesOf } from '../domain/own-places.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { type ReadDocument, sheetNumber, sheetsOf } from '../domain/sheets.js';
import { controlOf, lineOf, MAX_INITIALS, readSignForm } from '../domain/sign-form.js';
import { awaitsName, needsName, signerNameOf } from '../domain/signer-name.js';
import { type SigningContext } from '../domain/signing-context.js';
import { stepAfter } from '../domain/signing-step.policy.js';
import { documentAddress } from '../signing-addresses.js';
import { toEarlierPeople } from './earlier.view-model.js';
import { type MarkModel, toMarkModel } from './mark.view-model.js';
import { plainNameOf, toPageModel, toSideModel } from './signing-page.view-model.js';

type Field = SigningContext['fields'][number];

/** A field of the signer in its place on the page. */
export interface PlaceModel {
  control: string;
  /** Of the form's field that is drawn here; null without a form. */
  key: string | null;
  kind: FieldKind;
  isEntry: boolean;
  isCheckbox: boolean;
  isSignature: boolean;
  /** The sender's label; empty if they gave none. */
  words: string;
  /** The key of the text for a field without words. */
  unnamed: string;
  /** The signer's entry, or what will be printed; null for a name that the identity check has yet to provide. */
  entry: string | null;
  mustFill: boolean;
  most: number;
  /** Page, box and text tag's box as JSON, in points from the upper left corner of the displayed page. */
  box: string;
}

export interface DocumentFormModel extends MarkModel {
  fields: PlaceModel[];
  asksName: boolean;
  givenName: string;
  /** The chosen way of signing; empty if none is chosen yet. */
  chosen: string;
  /** The handwriting that a click leaves; null while the identity check has yet to provide the name. */
  clicked: string | null;
  /** Whether there is anything to enter or choose. */
  isForm: boolean;
  /** Whether the mark goes on a page behind the document, because the sender placed no field for it in one. */
  signsBehind: boolean;
  /** Names of the documents in which it has no place. */
  namesBehind: string[];
  /** Whether there is no such page, because the document carries signatures: the mark appears only in the certificate. */
  signsUnseen: boolean;
}

/** Height of a line of fields, in points: fields side by side are read from left to right. */
const LINE = 8;

/**
 * The page of the document.
 * @param draft earlier entries, or null
 * @param paper the texts of papers, in the request's language
 */
export function toDocumentModel(
  context: SigningContext,
  draft: PostedFields | null,
  paper: PhraseBook,
): object {
  const { addresses, ...model } = toPageModel(context, 'document');
  return {
    ...model,
    addresses,
    drawn: drawnFiles(context, addresses.file),
    next: addresses[stepAfter(context.signature, 'document')],
    ...toPagesModel(context),
    places: placesOf(context.fields, context.documents),
    earlier: toEarlierPeople(context),
    ...toDocumentForm(context, draft),
    behind: {
      title: translate(paper, 'signatures.title'),
    },
  };
}

/** The document for a signer whose turn has not come yet. */
export function toReadingModel(context: SigningContext): object {
  return {
    ...toSideModel(context, 'not_your_turn').model,
    ...toPagesModel(context),
    earlier: toEarlierPeople(context),
  };
}

/** The addresses of all documents, for the viewer. @param file - of the first */
export const drawnFiles = ({ documents }: SigningContext, file: string): string =>
  documents.map(({ n }) => documentAddress(file, n)).join(' ') || file;

/** The pages for the viewer, with the name of a document before its first one if there are several. */
function toPagesModel({ documents }: SigningContext) {
  const count = documents.length;
  const sheets = sheetsOf(documents).map((sheet) => ({
    ...sheet,
    title: count > 1 && sheet.page === 1 ? plainLine(documents[sheet.n - 1]!.name) : null,
    isLast: count > 1 && sheet.page === sheet.pages,
    of: count > 1 ? count : null,
  }));
  return { sheets, pageCount: sheets.length, hasSeveralPages: sheets.length > 1, documentCount: count };
}

/** The document as a form. */
function toDocumentForm(context: SigningContext, draft: PostedFields | null): DocumentFormModel {
  const asksName = needsName(context);
  const givenName = draft ? lineOf(draft, 'name') : '';
  const { email } = context.signer;
  const mark = toMarkModel(context, draft);
  // Those that a form lets the signer fill in are in its own model (form.view-model.ts).
  const places = context.fields.filter(({ kind }) => context.form === null || DETERMINED.includes(kind));
  const fields = [...places].sort(byReading).map((field) => toPlace(field, context, draft));
  const isSignedIn = ({ n }: ReadDocument) =>
    places.some(({ kind, document }) => kind === 'signature' && document === n);
  const behind = context.documents.filter((document) => !isSignedIn(document));
  const onPages = behind.filter((document) => !document.carriesSignatures);
  return {
    ...mark,
    fields,
    asksName,
    givenName,
    chosen: chosenWay(context, draft),
    clicked: awaitsName(context) ? null : (signerNameOf(context) ?? (givenName || email)),
    isForm: asksName || mark.mayType || fields.some(({ isEntry, isCheckbox }) => isEntry || isCheckbox),
    signsBehind: behind.length > 0,
    signsUnseen: behind.length > 0 && behind.every((document) => document.carriesSignatures),
    // A document that carries signatures gets no page; its mark stands in the certificate.
    namesBehind: (onPages.length > 0 ? onPages : behind).map(({ name }) => plainLine(name)),
  };
}

/** Only a mark that would be accepted counts as chosen. */
function chosenWay(context: SigningContext, draft: PostedFields | null): string {
  const given = { ...draft, name: 'x', witness: 'x', agree: 'yes' };
  const { request } = readSignForm(given, { ...formNeedsOf(context), entryFields: [] });
  return request?.mark.kind ?? '';
}

function byReading(a: Field, b: Field): number {
  const line = ({ box }: Field) => Math.round((box.y + box.height) / LINE);
  return a.document - b.document || a.page - b.page || line(a) - line(b) || a.box.x - b.box.x;
}

function toPlace(field: Field, context: SigningContext, draft: PostedFields | null): PlaceModel {
  const { kind, box, tagBox, label, required } = field;
  const page = sheetNumber(context.documents, field);
  const control = controlOf(field);
  const isEntry = kind === 'text' || kind === 'initials';
  const isCheckbox = kind === 'checkbox';
  const usual = kind === 'initials' ? initialsOf(plainNameOf(context) ?? '') : '';
  const signer = { name: signerNameOf(context), email: context.signer.email, signedAt: context.now };
  return {
    control,
    key: field.fieldKey,
    kind,
    isEntry,
    isCheckbox,
    isSignature: kind === 'signature',
    words: plainLine(label),
    unnamed: `signing.document.place.${kind}`,
    entry:
      isEntry || isCheckbox
        ? draft?.[control] === undefined
          ? usual
          : lineOf(draft, control)
        : kind === 'name' && awaitsName(context)
          ? null
          : printedValue(kind, null, signer, context.signature.locale ?? DEFAULT_LOCALE),
    mustFill: required,
    most: kind === 'initials' ? MAX_INITIALS : MAX_NAME,
    box: JSON.stringify({ page, ...box, ...(tagBox && { tag: tagBox }) }),
  };
}
