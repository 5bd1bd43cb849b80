import { type FieldError } from '../../common/errors.js';
import { type Statement } from '../../platform/templates/statement.js';

/** What is wrong with a field, in words of the catalogue. */
export interface ToldFault {
  /** A text that names what is wrong, such as the control for the least number; null for the field itself. */
  part: string | null;
  /** Null if there are no words for it. */
  says: Statement | null;
}

const FORM = 'dashboard.prepare.form';
/** What is wrong with fields: the texts of this module. */
export const FAULTS = `${FORM}.faults.`;

const OF_CODES: Readonly<Record<string, string>> = {
  member_missing: 'missing',
  form_too_large: 'tooLarge',
  role_unknown: 'signer',
  field_key_repeated: 'keyRepeated',
  field_options_missing: 'options',
  option_repeated: 'optionRepeated',
  option_unknown: 'optionUnknown',
  option_without_place: 'optionWithoutPlace',
  pattern_invalid: 'pattern',
  condition_invalid: 'condition',
  condition_unknown_field: 'conditionField',
  condition_kind: 'conditionValue',
  condition_refers_later: 'refersLater',
  condition_cycle: 'cycle',
  formula_invalid: 'formula',
  formula_refers_later: 'refersLater',
  formula_cycle: 'cycle',
  place_outside_page: 'place',
  fields_overlap: 'overlap',
  document_signed_no_fields: 'signed',
  document_signed_redrawn: 'redrawn',
  condition_on_signature: 'conditionOnSignature',
  value_hidden: 'hidden',
};

/** What the sentences of src/forms say of several members. */
const OF_SENTENCES: readonly [sentence: RegExp, fault: string][] = [
  [/cannot be given/, 'conflict'],
  [/relative such as today/, 'day'],
  [/must be at least min/, 'minOverMax'],
  [/greater than 0/, 'step'],
  [/a whole number from (?<from>\d+) to (?<to>\d+)/, 'count'],
  [/a text of (?<from>\d+) to (?<to>\d+) characters/, 'length'],
  [/a decimal number/, 'number'],
  [/is (?<count>\d+) characters? too long for its place/, 'fit'],
];

/** Parts of a field with what names them, and what is wrong with them unless the sentence says so. */
const OF_MEMBERS: readonly [member: RegExp, part: string | null, fault: string | null][] = [
  [/^(page|x|y|width|height)$/, 'dashboard.prepare.columns.$1', 'place'],
  [/^places/, null, 'place'],
  [/^(signerEmail|role)$/, null, 'signer'],
  [/^(key|label)$/, 'dashboard.prepare.columns.$1', null],
  [/^option$/, `${FORM}.options`, 'optionUnknown'],
  [/^options/, `${FORM}.options`, 'options'],
  [/^lines/, `${FORM}.stampLines`, 'stampLines'],
  [/^value$/, `${FORM}.value`, 'value'],
  [/^showIf/, `${FORM}.condition`, 'condition'],
  [/^validation\.currency$/, `${FORM}.currency`, 'currency'],
  [/^validation\.lines$/, `${FORM}.lines`, null],
  [/^(help|text|formula)$/, `${FORM}.$1`, null],
  [/^validation\.(maxLength|cells|format|pattern|min|max|exactly|step|decimals|unit)$/, `${FORM}.$1`, null],
];

/**
 * A fault of a field, of a form or without one, for readers of every language.
 * @param fault - `field` is its path, such as `fields[3].validation.min`
 */
export function toldFault({ code = '', field, message }: FieldError): ToldFault {
  const member = field.replace(/^fields\[\d+\]\.?/, '');
  const [pattern, part = null, usual = null] = OF_MEMBERS.find(([of]) => of.test(member)) ?? [];
  const named = part && part.replace('$1', pattern!.exec(member)![1] ?? '');
  if (member === 'key' && code !== 'field_key_repeated')
    return { part: named, says: { key: 'dashboard.templates.problems.key' } };
  const said = OF_SENTENCES.flatMap(([sentence, fault]) => {
    const found = sentence.exec(message);
    return found ? [{ fault, values: { ...found.groups } }] : [];
  })[0];
  const position = /\(character (?<position>\d+)\)/.exec(message)?.groups ?? {};
  const own = OF_CODES[code];
  const fault = own ?? said?.fault ?? usual;
  const values = own ? { ...position } : (said?.values ?? {});
  return { part: named, says: fault === null ? null : { key: `${FAULTS}${fault}`, values } };
}

/** The names of its texts. */
export const TOLD_FAULTS: readonly string[] = [
  ...new Set([
    ...Object.values(OF_CODES),
    ...OF_SENTENCES.map(([, fault]) => fault),
    ...OF_MEMBERS.flatMap(([, , fault]) => fault ?? []),
  ]),
];
