import { type Condition } from './form-definition.js';
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

function keysIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(keysIn);
  if ('any' in condition) return condition.any.flatMap(keysIn);
  if ('not' in condition) return keysIn(condition.not);
  return [condition.field];
}
