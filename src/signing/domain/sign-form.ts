import { MAX_NAME } from '../../common/validation/limits.js';
import { type SignatureType } from '../../signatures/domain/signature.state.js';
import { type Mark } from '../../signatures/signer.entity.js';
import { readStrokes } from './drawn-mark.js';
import { plainLine } from './plain-line.js';

/** How the signature may be given, by type; the first is offered first. */
export const MARKS_OF: Readonly<Record<SignatureType, readonly Mark['kind'][]>> = {
  fast: ['click'],
  self_signed: ['click', 'typed'],
  in_person: ['drawn', 'typed'],
  advanced: ['drawn', 'typed'],
};

export const MAX_REASON = 1_000;

/** What was posted: texts by field name, whatever the browser sent. */
export type PostedFields = Readonly<Record<string, unknown>>;

export interface FieldProblem {
  field: string;
  /** The text's key below `signing.problems`. */
  problem: string;
}

export interface SignRequest {
  mark: Mark;
  /** Null: the signer's name stays as it is. */
  name: string | null;
  witnessName: string | null;
}

export interface SignFormNeeds {
  type: SignatureType;
  /** The signer is known by address only, and no verified document names them. */
  needsName: boolean;
}

/** Reads the last screen's form. @returns the request, or everything that must be mended */
export function readSignForm(
  fields: PostedFields,
  needs: SignFormNeeds,
): { request: SignRequest; problems: [] } | { request: null; problems: FieldProblem[] } {
  const name = needs.needsName ? lineOf(fields, 'name') : null;
  const witnessName = needs.type === 'in_person' ? lineOf(fields, 'witness') : null;
  const mark = readMark(fields, needs.type);
  const problems: FieldProblem[] = [];
  if (name !== null) problems.push(...nameProblems('name', name));
  if (witnessName !== null) problems.push(...nameProblems('witness', witnessName));
  if ('problem' in mark) problems.push(mark);
  if (fields.agree !== 'yes') problems.push({ field: 'agree', problem: 'agree' });
  if (problems.length > 0 || 'problem' in mark) return { request: null, problems };
  return { request: { mark, name, witnessName }, problems: [] };
}

/** One line from a posted field, without what cannot be seen; empty where there is none. */
export function lineOf(fields: PostedFields, field: string): string {
  return plainLine(textOf(fields, field));
}

export function textOf(fields: PostedFields, field: string): string {
  const value = fields[field];
  return typeof value === 'string' ? value : '';
}

function readMark(fields: PostedFields, type: SignatureType): Mark | FieldProblem {
  const allowed = MARKS_OF[type];
  const wanted = textOf(fields, 'method');
  if (allowed.includes('drawn') && wanted === 'drawn') {
    const strokes = readStrokes(textOf(fields, 'strokes'));
    return strokes ? { kind: 'drawn', strokes } : { field: 'pad', problem: 'drawing' };
  }
  const text = lineOf(fields, 'typed');
  if (allowed.includes('click') && text === '') return { kind: 'click' };
  if (!allowed.includes('typed')) return { kind: 'click' };
  const [problem] = nameProblems('typed', text);
  return problem ?? { kind: 'typed', text };
}

function nameProblems(field: string, name: string): FieldProblem[] {
  if (!/[\p{L}\p{N}]/u.test(name)) return [{ field, problem: `${field}_missing` }];
  return name.length > MAX_NAME ? [{ field, problem: 'too_long' }] : [];
}
