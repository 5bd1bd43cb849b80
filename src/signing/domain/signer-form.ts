import { createHmac } from 'node:crypto';
import { canonicalJson } from '../../audit-chain/canonical-json.js';
import { plainLine } from '../../common/plain-line.js';
import { clockAt, timeZoneOf, UTC } from '../../common/time-zones.js';
import { settledFormulas } from '../../forms/decided-fields.js';
import { evaluateForm, type FieldResult } from '../../forms/evaluate-form.js';
import { type FormField, type FormValue, takesFiles } from '../../forms/form-definition.js';
import { readEntry } from '../../forms/read-value.js';
import { nearestLocale } from '../../platform/templates/locales.js';
import { type FilledForm, fillIn, type OpenForm, openForm, ownFields } from './filled-form.js';
import { controlNames, entryControl, isEntered } from './form-entries.js';
import { faultText } from './form-faults.js';
import { type PostedFields, textOf } from './posted-fields.js';
import { ALL_DRAWN, type FieldProblem, type SignFormNeeds } from './sign-form.js';
import { localeOfVisit, type VisitLanguages } from './signer-language.js';
import { type SigningContext } from './signing-context.js';
import { type Visit } from './visit.js';

/** The visit of a preview has no time zone. */
export type FormVisit = VisitLanguages & Partial<Pick<Visit, 'timeZone'>>;

/** Names of the controls that say where the entries come from. */
export const ENTRY_LOCALE = 'entryLocale';
export const TIME_ZONE = 'timeZone';
/** Lists the fields that a page without scripts showed. */
export const SEEN = 'formSeen';
/** States what the last screen showed of the form. */
export const FORM_SHOWN = 'formShown';

const DAY_LENGTH = 10;

export interface FormReader {
  /** Of the entries. */
  locale: string;
  /** `YYYY-MM-DD` where the signer is, as far as that is known. */
  today: string;
}

/** The request's form as it stands for this signer. */
export function signerForm({ form, signer, earlier, files }: SigningContext): OpenForm | null {
  if (form === null) return null;
  const roleOf = (id: number) => form.roles.get(id) ?? null;
  const settled = new Set(earlier.flatMap((each) => roleOf(each.signer.id) ?? []));
  const given = filesByKey(form.definition.fields, files);
  return openForm(form.definition, form.values, { role: roleOf(signer.id), settled, files: given });
}

/** The signer's files as the values of their fields. */
function filesByKey(fields: readonly FormField[], files: SigningContext['files']): OpenForm['files'] {
  const values = fields.filter(takesFiles).flatMap(({ key, kind }): [string, FormValue][] => {
    const own = files.filter(({ fieldKey }) => fieldKey === key).map(({ reference }) => reference);
    const value = kind === 'attachment' ? own : own.at(-1);
    return own.length === 0 ? [] : [[key, value!]];
  });
  return Object.fromEntries(values);
}

/** The language and the day in which entries are read: those of the page in which they were made. */
export function formReader(
  visit: FormVisit,
  context: SigningContext,
  posted: PostedFields | null,
): FormReader {
  const locale = nearestLocale(posted?.[ENTRY_LOCALE]) ?? localeOfVisit(visit, context);
  const zone = visit.timeZone ?? timeZoneOf(posted?.[TIME_ZONE]) ?? UTC;
  return { locale, today: clockAt(context.now, zone).slice(0, DAY_LENGTH) };
}

/** The form with what this signer has entered; null for a request without one. */
export function filledForm(
  visit: FormVisit,
  context: SigningContext,
  posted: PostedFields | null,
): FilledForm | null {
  const open = signerForm(context);
  return open && fillIn(open, posted, formReader(visit, context, posted));
}

/** What is wrong with the signer's entries, one problem for each field, in the order of the form. */
export function formProblems(
  filled: FilledForm,
  reader: FormReader,
  missingScript: SignFormNeeds['missingScript'] = ALL_DRAWN,
): FieldProblem[] {
  const unmendable = laterProblems(filled, reader);
  return ownFields(filled).flatMap((field): FieldProblem[] => {
    const { value, faults } = filled.resultOf(field.key);
    const named = { field: entryControl(field.key), label: plainLine(field.label), formKind: field.kind };
    if (faults[0]) {
      const { problem, values } = faultText(field, faults[0], value, reader);
      return [{ ...named, problem: `form.${problem}`, values }];
    }
    const script = isEntered(field) && typeof value === 'string' ? missingScript(value) : null;
    if (script !== null) return [{ ...named, problem: 'script_missing', script }];
    const later = unmendable.get(field.key);
    return later === undefined
      ? []
      : [{ ...named, problem: 'form.no_later_result', values: { result: later } }];
  });
}

/** By field of the signer: the result of somebody later that it leaves impossible, who could then change nothing about it. */
function laterProblems(filled: FilledForm, reader: FormReader) {
  const found = new Map<string, string>();
  const faulty = laterFormulas(filled, reader).filter(({ result }) => result.faults.length > 0);
  for (const { field, from } of faulty) for (const own of from) found.set(own, nameOfField(field));
  return found;
}

/** What people call a field. */
export const nameOfField = ({ key, label }: FormField) => plainLine(label) || key;

/**
 * The formulas of those who sign later that this signer settles, and the signer's fields from which their results come:
 * nobody could change them afterwards.
 */
export function laterFormulas(
  { form, role, settled, values, entries }: FilledForm,
  reader: FormReader,
): { field: FormField; result: FieldResult; from: readonly string[] }[] {
  if (role === null) return [];
  const formulas = settledFormulas(form, new Set([...settled, role]), role);
  const later = form.definition.fields.filter((field) => formulas.has(field.key) && field.role !== role);
  if (later.length === 0) return [];
  const { fields } = evaluateForm(form, { values, entries }, reader);
  const results = new Map(fields.map((result) => [result.key, result]));
  return later.map((field) => ({
    field,
    result: results.get(field.key)!,
    from: formulas.get(field.key)!,
  }));
}

/** The signer's canonical values as they will be kept, and the keys of the fields that a condition hides. */
export function valuesOf(filled: FilledForm): { values: Map<string, FormValue>; hidden: string[] } {
  const results = ownFields(filled).map(({ key }) => filled.resultOf(key));
  const values = results.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]));
  return { values: new Map(values), hidden: results.flatMap((each) => (each.isShown ? [] : [each.key])) };
}

/** The fields of which the signer entered something that is not kept, because they are hidden. */
export function droppedFields(filled: FilledForm, locale: string): FormField[] {
  return ownFields(filled).filter((field) => {
    const { key, isDropped } = filled.resultOf(field.key);
    if (takesFiles(field)) return isDropped;
    if (!isDropped || !(key in filled.entries)) return false;
    const { value } = readEntry(field, filled.entries[key]!, locale);
    const suggested = ('value' in field ? field.value : undefined) ?? null;
    return JSON.stringify(value) !== JSON.stringify(suggested);
  });
}

/** The controls of the page as they were sent, for a draft and for the last screen to carry. */
export function carriedEntries(open: OpenForm, posted: PostedFields): Record<string, string> {
  const names = ownFields(open)
    .filter(isEntered)
    .filter(({ key }) => entryControl(key) in posted)
    .flatMap((field) => controlNames(field));
  const kept = [ENTRY_LOCALE, TIME_ZONE, ...names].filter((name) => textOf(posted, name).length <= MAX_ENTRY);
  return Object.fromEntries(
    kept.flatMap((name) => (name in posted ? [[name, textOf(posted, name)] as const] : [])),
  );
}

/** In UTF-16 code units: the longest text that a field may take. */
const MAX_ENTRY = 20_000;

/** A token that states which of the fields were shown, and with which values; valid only for this signer. */
export function formToken({ token }: Pick<SigningContext, 'token'>, filled: FilledForm): string {
  const shown = filled.result.fields.filter(({ isShown }) => isShown);
  const stated = shown.map(({ key, value }: FieldResult) => ({ key, value }));
  return createHmac('sha256', token)
    .update(`form:${canonicalJson(stated)}`)
    .digest('hex');
}
