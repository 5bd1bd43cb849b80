import { type FormFault } from '../../src/forms/form-fault.js';
import { type Form, readForm } from '../../src/forms/read-form.js';

/** Parts of JSON for definitions of forms. */
export type Members = Record<string, unknown>;

export const PLACE = { document: 1, page: 1, x: 10, y: 20, width: 100, height: 20 };
/** Two who act at the same time, and one who acts later. */
export const ROLES = [
  { key: 'first', order: 1 },
  { key: 'beside', order: 1 },
  { key: 'second', order: 2 },
];
export const PICTURE = { sha256: 'a'.repeat(64), bytes: 5, type: 'image/png' };

export const placesOf = (...options: string[]) => options.map((option) => ({ ...PLACE, option }));

/** A field of the first role. */
export const field = (key: string, kind: string, more: Members = {}): Members => ({
  ...{ key, kind, role: 'first', places: [PLACE] },
  ...more,
});

/** @throws Error if the definition has faults */
export function formOf(...fields: Members[]): Form {
  const { form, faults } = readForm({ roles: ROLES, fields });
  if (faults) throw new Error(`The form has faults: ${JSON.stringify(faults)}`);
  return form;
}

/** Code and path of every fault. */
export const placesOfFaults = (faults: readonly FormFault[] | null) =>
  (faults ?? []).map(({ code, path }) => `${code} ${path}`);

/** Code, rule and limit of every fault. */
export const rulesOfFaults = (faults: readonly FormFault[]) =>
  faults.map(({ code, rule, limit }) => [code, rule, limit].filter((each) => each !== undefined).join(' '));
