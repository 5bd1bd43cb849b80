/** A request's form as it stands for one signer, for the server and for the page's script. */
import { evaluateForm, type FieldResult, type FormResult, type Reader } from '../../forms/evaluate-form.js';
import {
  type FormDefinition,
  type FormField,
  type FormValue,
  takesFiles,
} from '../../forms/form-definition.js';
import { type Form, readForm } from '../../forms/read-form.js';
import { type Entry } from '../../forms/read-value.js';
import { entriesOf } from './form-entries.js';
import { type PostedFields } from './posted-fields.js';

/** A form with what others have left in it, ready for one signer. */
export interface OpenForm {
  form: Form;
  /** Key of the signer's role; null if nothing in the form is theirs. */
  role: string | null;
  /** The roles that have been filled in. */
  settled: ReadonlySet<string>;
  /** By key, as far as they are settled. */
  values: Readonly<Record<string, FormValue | null>>;
  /** The files that the signer has given so far, by key. */
  files: Readonly<Record<string, FormValue>>;
}

export interface FilledForm extends OpenForm {
  entries: Readonly<Record<string, Entry>>;
  result: FormResult;
  resultOf(key: string): FieldResult;
}

/**
 * @param definition with the sender's values
 * @param kept values of those who have signed
 * @param files those of the signer
 */
export function openForm(
  definition: FormDefinition,
  kept: ReadonlyMap<string, FormValue>,
  { role, settled, files }: { role: string | null; settled: ReadonlySet<string>; files: OpenForm['files'] },
): OpenForm {
  const { form, faults } = readForm(definition);
  if (form === null) throw new Error(`a form that was stored cannot be read: ${faults[0]?.path}`);
  // What an earlier signer emptied holds nothing, and no longer what the sender suggested.
  const emptied = form.definition.fields.filter(
    (field) => 'readOnly' in field && !field.readOnly && settled.has(field.role ?? ''),
  );
  const values = {
    ...Object.fromEntries(emptied.map(({ key }) => [key, null])),
    ...Object.fromEntries(kept),
  };
  return { form, role, settled, values, files };
}

/** What the signer sees: their fields, and the texts that are for everyone. */
export const visibleFields = ({ form, role }: OpenForm): FormField[] =>
  form.definition.fields.filter((field) => field.role === undefined || field.role === role);

/** The fields of the signer, in the order of the form. */
export const ownFields = ({ form, role }: OpenForm): FormField[] =>
  form.definition.fields.filter((field) => field.role !== undefined && field.role === role);

/**
 * Decides which fields the signer sees, what they hold and what is wrong with that.
 * @param posted the page's controls; null before anything was entered
 */
export function fillIn(
  open: OpenForm,
  posted: PostedFields | null,
  reader: Omit<Reader, 'role'>,
): FilledForm {
  const own = ownFields(open);
  const entries = entriesOf(posted ?? {}, own, reader.locale);
  const values: Record<string, FormValue | null> = { ...open.values };
  for (const field of own) {
    delete values[field.key];
    const given = takesFiles(field) ? open.files[field.key] : undefined;
    if (given !== undefined) values[field.key] = given;
  }
  const result = evaluateForm(open.form, { values, entries }, { ...reader, role: open.role ?? '' });
  const results = new Map(result.fields.map((each) => [each.key, each]));
  return { ...open, entries, result, resultOf: (key) => results.get(key)! };
}
