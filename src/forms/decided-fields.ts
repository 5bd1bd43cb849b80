import { type Condition } from './form-definition.js';
import { fieldsIn } from './formulas/parse-formula.js';
import { type Form } from './read-form.js';

/**
 * The keys of the fields that are shown or hidden whatever signers fill in: their conditions refer only to read-only
 * fields of which the same is true.
 */
export function decidedFields({ steps }: Form): ReadonlySet<string> {
  const decided = new Set<string>();
  const fixed = new Set<string>();
  for (const { field } of steps) {
    if (field.showIf && !keysIn(field.showIf).every((key) => fixed.has(key))) continue;
    decided.add(field.key);
    if ('readOnly' in field && field.readOnly) fixed.add(field.key);
  }
  return decided;
}

/**
 * The keys of the formulas whose results and conditions depend on nothing but fields that are read-only or belong to these
 * roles, with the fields of `role` among those that the result comes from.
 * @param roles - those who have filled in the form or are about to, `role` included
 */
export const settledFormulas = (
  form: Form,
  roles: ReadonlySet<string>,
  role: string,
): ReadonlyMap<string, readonly string[]> =>
  new Map([...formulasOf(form, roles, role)].filter(([, from]) => from.length > 0));

/** The keys of the formulas whose results the sender decides alone, with the read-only fields that they come from. */
export const sendersFormulas = (form: Form): ReadonlyMap<string, readonly string[]> =>
  formulasOf(form, new Set(), null);

/** @param role - whose fields are named as those that results come from; null for the sender's */
function formulasOf(
  { steps }: Form,
  roles: ReadonlySet<string>,
  role: string | null,
): Map<string, readonly string[]> {
  const settled = new Map<string, readonly string[]>();
  const own = new Map<string, readonly string[]>();
  for (const { field, formula } of steps) {
    const isFixed = 'readOnly' in field && field.readOnly;
    const used = formula ? fieldsIn(formula).map(({ key }) => key) : [];
    const isKnown = formula !== null || isFixed || (field.role !== undefined && roles.has(field.role));
    const asked = [...used, ...(field.showIf ? keysIn(field.showIf) : [])];
    if (!isKnown || !asked.every((key) => own.has(key))) continue;
    const from = used.flatMap((key) => own.get(key)!);
    const isOwn = formula === null && (role === null ? isFixed : !isFixed && field.role === role);
    own.set(field.key, isOwn ? [field.key] : from);
    if (formula) settled.set(field.key, from);
  }
  return settled;
}

function keysIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(keysIn);
  if ('any' in condition) return condition.any.flatMap(keysIn);
  if ('not' in condition) return keysIn(condition.not);
  return [condition.field];
}
