import { plainLine } from '../../common/plain-line.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type FormKind } from '../../forms/form-definition.js';
import { type FieldKind, TICKED } from '../../pdf/document-field.js';
import { handFaceFor } from '../../pdf/hand-faces.js';
import { type TextValues } from '../../platform/templates/phrases.js';
import { type SignatureType } from '../../signatures/domain/signature.state.js';
import { type Mark } from '../../signatures/signers/signer.entity.js';
import { readStrokes } from './drawn-mark.js';
import { type PostedFields, textOf } from './posted-fields.js';

/** The ways to sign by type of request, the default first. */
export const MARKS_OF: Readonly<Record<SignatureType, readonly Mark['kind'][]>> = {
  fast: ['click'],
  self_signed: ['click', 'typed', 'uploaded'],
  in_person: ['drawn', 'typed', 'uploaded'],
  advanced: ['drawn', 'typed', 'uploaded'],
};

export const MAX_REASON = 1_000;

const PICTURE_TAG = 12;

/** Distinguishes a signer's pictures, so none is used that was not shown: the start of the digest, in hex. */
export const pictureTag = ({ sha256 }: Extract<Mark, { kind: 'uploaded' }>) => sha256.slice(0, PICTURE_TAG);

export interface FieldProblem {
  field: string;
  /** The text's key below `signing.problems`. */
  problem: string;
  /** The sender's label for the field, which may be empty. */
  label?: string;
  /** The ISO 15924 code of a script that cannot be drawn. */
  script?: string;
  kind?: FieldKind;
  /** Of a form's field. */
  formKind?: FormKind;
  /** For the places of the text. */
  values?: TextValues;
}

export interface SignRequest {
  mark: Mark;
  /** Null if the signer's name stays as it is. */
  name: string | null;
  witnessName: string | null;
  /** The entries for the fields on the document, by field id. */
  entries: ReadonlyMap<number, string>;
}

/** A field on the document that the signer fills in. */
export interface EntryField {
  id: number;
  kind: FieldKind;
  label: string;
  required: boolean;
}

/** Determines which parts of the form a signer gets. */
export interface SignFormNeeds {
  type: SignatureType;
  /** The signer is known only by address, and no verified document provides a name. */
  needsName: boolean;
  entryFields: readonly EntryField[];
  /** The signer's uploaded picture, or null. */
  picture: Mark | null;
  /** The ISO 15924 code of a script in the text that lacks a font; null if all can be drawn. */
  missingScript: (text: string) => string | null;
}

/** Used where missing fonts do not matter yet. */
export const ALL_DRAWN: SignFormNeeds['missingScript'] = () => null;

/** The name of a field's control in the form. */
export const controlOf = ({ id }: Pick<EntryField, 'id'>) => `field-${id}`;

/** Reads the form of the last screen. @returns the request, or all problems from top to bottom */
export function readSignForm(
  fields: PostedFields,
  needs: SignFormNeeds,
): { request: SignRequest; problems: [] } | { request: null; problems: FieldProblem[] } {
  const name = needs.needsName ? lineOf(fields, 'name') : null;
  const witnessName = needs.type === 'in_person' ? lineOf(fields, 'witness') : null;
  const mark = readMark(fields, needs);
  const problems: FieldProblem[] = [];
  const { missingScript } = needs;
  if (name !== null) problems.push(...nameProblems('name', name, missingScript));
  const { entries, problems: missing } = readEntries(fields, needs.entryFields, missingScript);
  problems.push(...missing);
  if ('problem' in mark) problems.push(mark);
  if (witnessName !== null) problems.push(...nameProblems('witness', witnessName, missingScript));
  if (fields.agree !== 'yes') problems.push({ field: 'agree', problem: 'agree' });
  if (problems.length > 0 || 'problem' in mark) return { request: null, problems };
  return { request: { mark, name, witnessName, entries }, problems: [] };
}

/** The entry for each field, valid or not, with the problems. */
export function readEntries(
  fields: PostedFields,
  entryFields: readonly EntryField[],
  missingScript: SignFormNeeds['missingScript'],
): { entries: Map<number, string>; problems: FieldProblem[] } {
  const entries = new Map<number, string>();
  const problems: FieldProblem[] = [];
  for (const place of entryFields) {
    const field = controlOf(place);
    const line = lineOf(fields, field);
    const entry = place.kind === 'checkbox' && line !== '' ? TICKED : line;
    entries.set(place.id, entry);
    const named = { field, label: plainLine(place.label), kind: place.kind };
    const problem = entryProblem(place, entry);
    if (problem !== null) problems.push({ ...named, problem });
    else
      problems.push(...scriptProblems(field, entry, missingScript).map((found) => ({ ...found, ...named })));
  }
  return { entries, problems };
}

export const MAX_INITIALS = 10;
const TOO_LONG = 'entry_too_long';

function entryProblem({ kind, required }: EntryField, entry: string): string | null {
  if (required && entry === '') return kind === 'checkbox' ? 'entry_unticked' : 'entry_missing';
  return entry.length > (kind === 'initials' ? MAX_INITIALS : MAX_NAME) ? TOO_LONG : null;
}

/**
 * The part of an unfinished form to keep, as form fields: each as it would finally be read, leaving out values that
 * would be refused.
 */
export function readDraft(
  fields: PostedFields,
  { type, needsName, entryFields }: Omit<SignFormNeeds, 'picture' | 'missingScript'>,
): Record<string, string> {
  const { entries, problems } = readEntries(fields, entryFields, ALL_DRAWN);
  const refused = new Set(problems.flatMap(({ field, problem }) => (problem === TOO_LONG ? [field] : [])));
  const draft: Record<string, string> = {};
  for (const place of entryFields) {
    const field = controlOf(place);
    if (!refused.has(field)) draft[field] = entries.get(place.id)!;
  }
  const lines = [...(needsName ? ['name'] : []), ...(MARKS_OF[type].includes('typed') ? ['typed'] : [])];
  for (const field of lines) {
    const line = lineOf(fields, field);
    if (line.length <= MAX_NAME) draft[field] = line;
  }
  const method = textOf(fields, 'method');
  if (MARKS_OF[type].some((kind) => kind === method)) draft.method = method;
  const strokes = draft.method === 'drawn' && readStrokes(textOf(fields, 'strokes'));
  if (strokes) draft.strokes = JSON.stringify(strokes);
  return draft;
}

/** One line from a posted field, without invisible characters; empty if the field is missing. */
export function lineOf(fields: PostedFields, field: string): string {
  return plainLine(textOf(fields, field));
}

function readMark(fields: PostedFields, { type, picture }: SignFormNeeds): Mark | FieldProblem {
  const allowed = MARKS_OF[type];
  const wanted = textOf(fields, 'method');
  if (allowed.includes('drawn') && wanted === 'drawn') {
    const strokes = readStrokes(textOf(fields, 'strokes'));
    return strokes ? { kind: 'drawn', strokes } : { field: 'pad', problem: 'drawing' };
  }
  if (allowed.includes('uploaded') && wanted === 'uploaded') {
    return picture ?? { field: 'picture', problem: 'picture_missing' };
  }
  const text = lineOf(fields, 'typed');
  if (allowed.includes('click') && (text === '' || wanted === 'click')) return { kind: 'click' };
  if (!allowed.includes('typed')) return { kind: 'click' };
  const [problem] = nameProblems('typed', text, () => null);
  if (problem) return problem;
  if (handFaceFor(text) !== null) return { kind: 'typed', text };
  return {
    field: 'typed',
    problem: allowed.includes('drawn') ? 'typed_unwritable' : 'typed_unwritable_here',
  };
}

function nameProblems(
  field: string,
  name: string,
  missingScript: SignFormNeeds['missingScript'],
): FieldProblem[] {
  if (!/[\p{L}\p{N}]/u.test(name)) return [{ field, problem: `${field}_missing` }];
  if (name.length > MAX_NAME) return [{ field, problem: 'too_long' }];
  return scriptProblems(field, name, missingScript);
}

function scriptProblems(
  field: string,
  text: string,
  missingScript: SignFormNeeds['missingScript'],
): FieldProblem[] {
  const script = missingScript(text);
  return script === null ? [] : [{ field, problem: 'script_missing', script }];
}
