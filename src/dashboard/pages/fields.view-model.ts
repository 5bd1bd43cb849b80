import { type AppError } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { COMPARISONS, type FormKind } from '../../forms/form-definition.js';
import { POSTAL_CODE_COUNTRIES } from '../../forms/postal-codes.js';
import { FIELD_KINDS, MOST_SIGNED_PLACES, type ShownSize, SIGNED_KINDS } from '../../pdf/document-field.js';
import { sheetsOfOne } from '../../signing/domain/sheets.js';
import { MODES } from '../domain/conditions-shown.js';
import { columnOf, detailsShown, type EnteredField, indexOf, moreShown } from '../domain/fields-form.js';
import { rowsOfForm } from '../domain/form-rows.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { TOLD_FAULTS, type ToldFault, toldFault } from '../domain/told-faults.js';
import { addressOf, type Draft, type DraftDocument } from './drafts.js';

/** Empty rows at the end of the table. */
const EMPTY_ROWS = 5;
/** The number of the editor's colours, which repeat for further signers. */
const COLOURS = 6;

const KIND_GROUPS: Readonly<Record<string, readonly FormKind[]>> = {
  signing: ['signature', 'initials', 'date', 'name'],
  entries: ['text', 'number', 'chosen_date', 'checkbox', 'choice', 'radio', 'checkboxes'],
  files: ['image', 'stamp', 'attachment'],
  printed: ['label', 'formula'],
};

/** Texts of forms that the editor's script fills in. */
const SAID = ['option', 'unplacedTitle', 'unplacedName', 'unnamed', 'dependents'];
/** Those of the rules of forms. */
const SAID_OF_RULES = [
  ...['option_up', 'option_down', 'option_remove', 'optionValue', 'noValue'],
  ...['always', 'shownWhen', 'both', 'either', 'notSo', 'ticked', 'unticked', 'comparedWith'],
  ...COMPARISONS,
];
/** Texts of the trial of a form. */
const TRIED = [
  ...['nothing', 'faulty', 'complete', 'left', 'hidden', 'file', 'formula_no_result', 'value_invalid'],
  ...['entry_required', 'entry_not_a_number', 'entry_ambiguous', 'entry_out_of_range'],
  ...['entry_too_few', 'entry_too_many'],
];
/** Formats to choose from, beside the postal codes of each country. */
const FORMATS = ['email', 'phone', 'iban', 'url'];

/** By country. */
const POSTAL_CODES = Object.fromEntries(POSTAL_CODE_COUNTRIES.map((country) => [country, true]));

/** Those of the table in which a fault can be shown. */
const COLUMNS = ['kind', 'signer', 'page', 'x', 'y', 'width', 'height', 'label', 'key', 'option', 'details'];

/** What can be done with keys, as the editor's help lists it. */
const KEYS = [
  'place',
  'move',
  'align',
  'resize',
  'page',
  'copy',
  'duplicate',
  'everywhere',
  'remove',
  'undo',
];

/** Somebody whom fields can be for. */
interface SheetSigner {
  /** An address, or the key of a role. */
  email: string;
  person: string;
  order: number;
  /** From 1. */
  number: number;
  colour: number;
}

/** A document on which fields are placed: that of a draft, or of a template. */
export interface FieldSheet {
  /** Its page below `/dashboard/`. */
  place: string;
  documentName: string;
  /** The address of the PDF. */
  file: string;
  pageSizes: ShownSize[] | null;
  signers: SheetSigner[];
  /** Whether kinds of fields and rules are offered that make the fields a form. */
  mayForm: boolean;
  carriesSignatures: boolean;
  /** The text tags of the document. */
  tags: object[];
}

/** A document of a draft. Forms are offered on the first only. @param n - its number, from 1 */
export function sheetOf(draft: Draft, n: number): FieldSheet {
  const { id, originalDocumentName } = draft.signature;
  const { pageSizes, carriesSignatures, fields } = documentAt(draft, n);
  const hasTags = fields.some(({ signerNumber }) => signerNumber !== null);
  return {
    place: n === 1 ? `signatures/${id}` : `signatures/${id}/documents/${n}`,
    documentName: n === 1 ? plainLine(originalDocumentName) : draft.further[n - 2]!.name,
    file: addressOf(id, n === 1 ? 'presented' : `presented?n=${n}`),
    ...{ pageSizes, carriesSignatures, signers: signersOf(draft) },
    mayForm: n === 1 && !carriesSignatures && !hasTags,
    tags: fields
      .filter(({ signerEmail }) => signerEmail === null)
      .map(({ kind, page, box, signerNumber }) => ({ kind, page, ...rounded(box), signerNumber })),
  };
}

const documentAt = (
  draft: Draft,
  n: number,
): Pick<DraftDocument, 'pageSizes' | 'carriesSignatures' | 'fields'> =>
  n === 1 ? draft : draft.further[n - 2]!;

/** The page of the fields on a document of a draft, below the draft's own. */
export const fieldsOn = (id: number, n: number) =>
  addressOf(id, n === 1 ? 'fields' : `documents/${n}/fields`);

/** Where to go on after the fields of a document: the next one's, or the check. */
export const afterFieldsOn = ({ signature: { id }, further }: Draft, n: number) =>
  n <= further.length ? fieldsOn(id, n + 1) : addressOf(id, 'check');

/** The documents whose fields one can turn to; none where there is only one. */
export function documentTabs({ signature, further }: Draft, here: number) {
  const first = { n: 1, name: plainLine(signature.originalDocumentName) };
  if (further.length === 0) return [];
  return [first, ...further].map(({ n, name }) => ({
    ...{ n, name, href: fieldsOn(signature.id, n), isHere: n === here },
  }));
}

/** How the fields are shown, and what there is to say about them. */
export interface ShownFields {
  isTable: boolean;
  refusal?: AppError | null;
  /** They are not saved yet, because they were changed elsewhere. */
  isOutdated?: boolean;
  /** The version that they were based on. */
  version?: unknown;
}

/** The page of the fields. */
export function toFieldsModel(
  sheet: FieldSheet,
  entered: readonly EnteredField[],
  { isTable, refusal = null, isOutdated = false, version }: ShownFields,
) {
  const groups = kindGroups(sheet);
  return {
    ...{ place: sheet.place, documentName: sheet.documentName },
    // What was refused is still based on the version that its page had.
    ...(refusal !== null && typeof version === 'string' && { version }),
    ...{ isOutdated, isTable, editorScript: isTable ? null : 'edit-fields' },
    ...{ isSigned: sheet.carriesSignatures, most: MOST_SIGNED_PLACES },
    ...{ groups, kinds: groups.flatMap(({ kinds }) => kinds) },
    refusals: refusal === null || refusal.details ? [] : [wordsOf(refusal)],
    ...(isTable ? toTableModel(sheet, entered, refusal) : toEditorModel(sheet, entered, refusal)),
  };
}

/**
 * The fields of the form, or those that were placed on a document without one; text tags are not included.
 * @param n - its number, from 1
 */
export function toEnteredFields(draft: Draft, n: number): EnteredField[] {
  const { form, plan } = draft;
  if (form && n === 1) return rowsOfForm(form.definition, form.signers, plan?.signers[0]?.email ?? '');
  return documentAt(draft, n)
    .fields.filter(({ signerEmail }) => signerEmail !== null)
    .map(({ kind, signerEmail, page, box, label, required }) => ({
      kind,
      signerEmail,
      page,
      ...rounded(box),
      label,
      required,
    }));
}

/**
 * Kinds of fields in the order of the palette. A document that is signed, or has text tags, can have no form, and so only
 * the kinds of plain fields.
 */
function kindGroups({
  mayForm,
  carriesSignatures,
}: FieldSheet): { group: string; kinds: { kind: FormKind }[] }[] {
  const groups = mayForm ? KIND_GROUPS : { signing: carriesSignatures ? SIGNED_KINDS : FIELD_KINDS };
  return Object.entries(groups).map(([group, kinds]) => ({ group, kinds: kinds.map((kind) => ({ kind })) }));
}

/** The data for the editor's script. */
function toEditorModel(sheet: FieldSheet, entered: readonly EnteredField[], refusal: AppError | null) {
  const { signers, mayForm, tags, pageSizes, file } = sheet;
  const problems = problemsIn(refusal);
  return {
    ...{ signers, mayForm, file, keys: KEYS },
    said: SAID.map(attributeOf),
    editor: {
      fields: JSON.stringify(entered.map((field) => compact(field, signers))),
      tags: JSON.stringify(tags),
      pages: JSON.stringify(pageSizes),
    },
    fieldProblems: problems,
    ...toPagesModel(sheet),
  };
}

/** A field with its signer's number, if there is one, and without an empty label: there may be a thousand fields. */
function compact({ signerEmail, label, ...field }: EnteredField, signers: readonly SheetSigner[]) {
  const signer = signers.find(({ email }) => email === signerEmail)?.number ?? signerEmail;
  return { ...field, signer, ...(label !== '' && { label }) };
}

/** What the editor's script loads once it needs the rules of forms. */
export const toRulesModel = ({ place, signers }: FieldSheet) => ({
  signers,
  // Plain fields of a request have no keys.
  keepsKeys: place.startsWith('templates/'),
  said: SAID_OF_RULES.map(attributeOf),
  ...{
    tried: TRIED,
    formats: FORMATS,
    postalCodes: POSTAL_CODES,
    modes: MODES,
    faults: TOLD_FAULTS.map(attributeOf),
  },
});

/** A text, and the attribute that holds it for the script. */
const attributeOf = (name: string) => ({
  name,
  attribute: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
});

/** Placeholders of the pages until they are drawn. */
function toPagesModel({ pageSizes }: FieldSheet) {
  const pageCount = pageSizes?.length ?? 0;
  return { sheets: sheetsOfOne({ pageSizes, pages: pageCount }), pageCount };
}

/** The rows of the table. */
function toTableModel(
  { signers, pageSizes, mayForm: hasMore }: FieldSheet,
  entered: readonly EnteredField[],
  refusal: AppError | null,
) {
  const problems = problemsIn(refusal);
  const rows = [...entered, ...Array.from({ length: EMPTY_ROWS }, (): EnteredField => ({ required: true }))];
  return {
    ...{ signers, hasMore, pageCount: pageSizes?.length ?? 0 },
    rows: rows.map(({ label: words, ...field }, index) => {
      const own = problems.filter((problem) => problem.index === index);
      const wrong = own.filter(({ column }) => !COLUMNS.includes(column));
      const wrongColumns = Object.fromEntries(own.map((problem) => [problem.column, problem]));
      const shown = { details: detailsShown(field), more: moreShown(field) };
      return { ...field, ...shown, words, index, number: index + 1, wrong, wrongColumns };
    }),
    fieldProblems: problems.filter(({ index }) => index === null),
  };
}

/** The signers, with what distinguishes them in the editor. */
export const signersOf = ({ plan }: Draft): SheetSigner[] =>
  (plan?.signers ?? []).map(({ email, name, order }, index) =>
    sheetSigner(email, name || email, order, index),
  );

/** @param index - from 0 */
export const sheetSigner = (email: string, person: string, order: number, index: number): SheetSigner => ({
  ...{ email, person, order },
  number: index + 1,
  colour: (index % COLOURS) + 1,
});

/** An API error with its indices replaced by the page's field numbers. */
const inNumbers = (message: string) =>
  message
    .replace(/^fields\[(\d+)\]/, (_, index) => `Field ${Number(index) + 1}`)
    .replace(/fields\[(\d+)\]/g, (_, index) => `field ${Number(index) + 1}`);

/** Why the fields as a whole were refused. */
function wordsOf({ code, message }: AppError): RefusalWords {
  const reason = `${inNumbers(message)}.`;
  const { says } = toldFault({ field: '', message, ...(code !== undefined && { code }) });
  return says ? { words: says, reason, isWhole: true } : refusalWords({ message: reason }, 'fields');
}

interface FieldProblem extends ToldFault {
  /** The field's place in the form, from 0; null for the whole form. */
  index: number | null;
  number: number;
  /** The affected column of the table; empty for the whole field. */
  column: string;
  sentence: string;
  /** The sentence without its subject. */
  fault: string;
}

/** The API's sentences, without member names, and the words for readers of other languages. */
function problemsIn(refusal: AppError | null): FieldProblem[] {
  return (refusal?.details ?? []).map((detail) => {
    const { field, message } = detail;
    const index = indexOf(field);
    const sentence = message.replace(/^fields(\[\d+\])?\.?/, '').trim();
    const member = /^fields\[\d+\]\.(\w+)$/.exec(field)?.[1] ?? '';
    const column = columnOf(member);
    const fault = sentence.startsWith(`${member} `) ? sentence.slice(member.length + 1) : sentence;
    return { index, number: (index ?? -1) + 1, column, sentence, fault, ...toldFault(detail) };
  });
}

const rounded = ({ x, y, width, height }: Draft['fields'][number]['box']) => ({
  x: round(x),
  y: round(y),
  width: round(width),
  height: round(height),
});
const round = (points: number) => Number(points.toFixed(2));
