import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PDFPage,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';

/** A rectangle on a page in points from the lower left corner, before rotation (ISO 32000-1 §12.5.2). */
export interface FieldBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The empty rectangle of an invisible field. */
export const UNSEEN: FieldBox = { x: 0, y: 0, width: 0, height: 0 };

/** An option of a choice: what is exported and what is shown for it (ISO 32000-2 §12.7.5.4). */
export interface ChoiceOption {
  value: string;
  label: string;
}

/** What a tick that is set is called. */
export interface TickNames {
  /** The name of its state; by default the value, where every reader reads that alike. */
  state?: string;
  /** What it stands for in the data of the form. */
  value?: string;
}

export interface NewField {
  /** All but signatures are read-only; a `tick` is chosen or not. */
  kind: 'signature' | 'text' | 'tick' | 'choice';
  /** Without periods, which separate names in a form (ISO 32000-1 §12.7.3.2). */
  name: string;
  /** Shown by PDF readers instead of the name. */
  label: string;
  box: FieldBox;
  /** The name under which its value is taken from the form (ISO 32000-2 §12.7.4.1, `TM`). */
  exportName?: string;
  /** Of a choice. */
  options?: readonly ChoiceOption[];
  tick?: TickNames;
  /** Whether a text has lines. */
  hasLines?: boolean;
  /** Number of characters of a text that has a cell for each. */
  cells?: number | null;
  /** Names of fields that cannot be filled in once this one is signed (ISO 32000-2 §12.7.5.5, `Lock`). */
  locks?: readonly string[];
}

/** Printed with its page, and locked (ISO 32000-1 §12.5.3, bits 3 and 8). */
const PRINTED_AND_LOCKED = 132;
/** Contains signatures, and may only be changed incrementally (ISO 32000-1 §12.7.2, bits 1 and 2). */
const SIGNED_AND_APPENDED = 3;
/** Flags of fields (ISO 32000-1 §12.7.3.1, §12.7.4.3 and §12.7.4.4, bits 1, 13, 25 and 18). */
const [READ_ONLY, HAS_LINES, IS_COMB, IS_COMBO] = [1, 1 << 12, 1 << 24, 1 << 17];
const FIELD_TYPES = { signature: 'Sig', text: 'Tx', tick: 'Btn', choice: 'Ch' } as const;
/** The state of a tick that is not set (ISO 32000-1 §12.7.4.2.3). */
const OFF = 'Off';
/** Names of states that every reader reads alike. */
const PLAIN_STATE = /^[\w-]{1,127}$/;
/** Bytes of a name in PDF/A (ISO 19005-2 §6.1.13). */
const LONGEST_NAME = 127;
const USUAL_STATE = 'Yes';

/**
 * Adds an empty field to a page (ISO 32000-1 §12.7.4). All fields are added before the first signature, so that later steps
 * only fill them in.
 * @returns the field, which is its own widget
 */
export function addField(pdf: PDF, page: PDFPage, added: NewField): PdfRef {
  const { kind, name, label, exportName, box, locks = [] } = added;
  const { x, y, width, height } = box;
  const field = PdfDict.of({
    FT: PdfName.of(FIELD_TYPES[kind]),
    T: PdfString.fromString(name),
    TU: PdfString.fromString(label),
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    F: PdfNumber.of(PRINTED_AND_LOCKED),
    Rect: new PdfArray([x, y, x + width, y + height].map((side) => PdfNumber.of(round(side)))),
    P: page.ref,
  });
  if (kind !== 'signature') field.set('Ff', PdfNumber.of(READ_ONLY));
  if (kind === 'text') describeText(field, added);
  if (kind === 'choice') describeChoice(field, added);
  if (kind === 'tick') describeTick(field, added.tick);
  if (exportName !== undefined) field.set('TM', PdfString.fromString(exportName));
  if (locks.length > 0) field.set('Lock', PdfDict.of({ Type: PdfName.of('SigFieldLock'), ...lockOf(locks) }));
  const ref = pdf.register(field);
  arrayOf(pdf, page.dict, 'Annots').push(ref);
  const form = formOf(pdf);
  arrayOf(pdf, form, 'Fields').push(ref);
  if (!announcesSignatures(pdf, form)) form.set('SigFlags', PdfNumber.of(SIGNED_AND_APPENDED));
  return ref;
}

function describeText(field: PdfDict, { hasLines = false, cells = null }: NewField): void {
  field.set('DA', PdfString.fromString('/Helv 0 Tf 0 g'));
  if (hasLines) field.set('Ff', PdfNumber.of(READ_ONLY | HAS_LINES));
  if (cells === null) return;
  field.set('Ff', PdfNumber.of(READ_ONLY | IS_COMB));
  field.set('MaxLen', PdfNumber.of(cells));
}

function describeChoice(field: PdfDict, { options = [] }: NewField): void {
  field.set('DA', PdfString.fromString('/Helv 0 Tf 0 g'));
  field.set('Ff', PdfNumber.of(READ_ONLY | IS_COMBO));
  const pairs = options.map(
    ({ value, label }) => new PdfArray([value, label].map((each) => PdfString.fromString(each))),
  );
  field.set('Opt', new PdfArray(pairs));
}

/**
 * Says what a tick stands for, if that is not the name of its state. It is said before anyone signs: filling in sets no
 * more than a value and its look, so more would count as a change of what was signed.
 */
function describeTick(field: PdfDict, names?: TickNames): void {
  const { name, value } = namesOf(names);
  if (name !== value || !PLAIN_STATE.test(name))
    field.set('Opt', new PdfArray([PdfString.fromString(value)]));
}

/** The appearance of an invisible field: PDF/A-1 requires one for every field (ISO 19005-1 §6.9). */
export function emptyAppearance(pdf: PDF): PdfRef {
  const entries = { Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') };
  const box = new PdfArray([0, 0, 0, 0].map((side) => PdfNumber.of(side)));
  return pdf.register(
    PdfStream.fromDict({ ...entries, BBox: box, Resources: new PdfDict() }, new Uint8Array()),
  );
}

/** The flags of a form with a signature are left alone: readers treat another value as a change. */
function announcesSignatures(pdf: PDF, form: PdfDict): boolean {
  const flags = form.getNumber('SigFlags', resolverOf(pdf))?.value ?? 0;
  return (flags & 1) === 1 || topFields(pdf).some((field) => typeOf(field) === 'Sig' && field.has('V'));
}

const lockOf = (names: readonly string[]) => ({
  Action: PdfName.of('Include'),
  Fields: new PdfArray(names.map((name) => PdfString.fromString(name))),
});

/** The top-level field with this name. @throws Error if there is none, or it already has a value */
export const emptyField = (pdf: PDF, name: string): PdfDict => emptyFields(pdf)(name);

/** The same for many fields, reading their names once. */
export function emptyFields(pdf: PDF): (name: string) => PdfDict {
  const fields = new Map<string | undefined, PdfDict>();
  for (const field of topFields(pdf)) {
    const name = field.getString('T')?.asString();
    if (!fields.has(name)) fields.set(name, field);
  }
  return (name) => {
    const field = fields.get(name);
    if (!field) throw new Error(`The document has no field '${name}'`);
    if (field.has('V')) throw new Error(`The field '${name}' already has a value`);
    return field;
  };
}

/** Names of the form's top-level fields, of all types or of one. */
export function fieldNames(pdf: PDF, type?: 'Sig'): string[] {
  return topFields(pdf)
    .filter((field) => type === undefined || typeOf(field) === type)
    .flatMap((field) => field.getString('T')?.asString() ?? []);
}

/** Makes a form XObject the field's appearance. */
export function setAppearance(field: PdfDict, appearance: PdfRef): void {
  field.set('AP', PdfDict.of({ N: appearance }));
}

/** Sets or clears a tick (ISO 32000-1 §12.7.4.2.3). */
export function setTick(
  field: PdfDict,
  isSet: boolean,
  looks: { on: PdfRef; off: PdfRef },
  names?: TickNames,
): void {
  const { name } = namesOf(names);
  const shown = PdfName.of(isSet ? name : OFF);
  field.set('AP', PdfDict.of({ N: PdfDict.of({ [name]: looks.on, [OFF]: looks.off }) }));
  field.set('AS', shown);
  field.set('V', shown);
  // Documents that the previous version laid out do not say it yet.
  if (!field.has('Opt')) describeTick(field, names);
}

function namesOf({ state, value = state ?? USUAL_STATE }: TickNames = {}): { name: string; value: string } {
  const name = [state, PLAIN_STATE.test(value) ? value : undefined].find(isStateName) ?? USUAL_STATE;
  return { name, value };
}

const isStateName = (name: string | undefined): name is string =>
  name !== undefined &&
  name !== '' &&
  name !== OFF &&
  !name.includes('\0') &&
  Buffer.byteLength(name) <= LONGEST_NAME;

const typeOf = (field: PdfDict) => field.getName('FT')?.value;

function topFields(pdf: PDF): PdfDict[] {
  return [...arrayOf(pdf, formOf(pdf), 'Fields')].flatMap((item) => {
    const field = item instanceof PdfRef ? pdf.getObject(item) : item;
    return field instanceof PdfDict ? [field] : [];
  });
}

function formOf(pdf: PDF): PdfDict {
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolverOf(pdf));
  if (form) return form;
  const made = PdfDict.of({ Fields: new PdfArray([]) });
  catalog.set('AcroForm', pdf.register(made));
  return made;
}

/** The array at a key of a dictionary, created if it is missing. */
function arrayOf(pdf: PDF, owner: PdfDict, key: string): PdfArray {
  const found = owner.getArray(key, resolverOf(pdf));
  if (found) return found;
  const made = new PdfArray([]);
  owner.set(key, made);
  return made;
}

const resolverOf =
  (pdf: PDF) =>
  (ref: PdfRef): PdfObject | null =>
    pdf.getObject(ref);
const round = (points: number) => Number(points.toFixed(2));
