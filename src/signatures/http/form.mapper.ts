import { DEFINITION_FAULT_CODES, type FormFaultCode } from '../../forms/form-fault.js';
import { leftOutOf } from '../../pdf/form-origin.js';
import { type SendersForm } from '../form/draft-forms.js';
import { formRefused } from '../internal/signature.errors.js';
import { type FormDto } from './dto/form.dto.js';

/** A refusal for each of these codes, as examples. */
const refusals = (path: string, codes: readonly FormFaultCode[]) =>
  codes.map((code) => formRefused([{ code, path, message: `${path} is refused: ${code}` }]));
const OF_VALUES: readonly FormFaultCode[] = [
  'value_unknown_field',
  'value_invalid',
  'value_hidden',
  'entry_out_of_range',
  'entry_too_few',
  'entry_too_many',
  'entry_does_not_fit',
];

/** Examples of what is refused about a form, or a part of it. */
export const definitionRefusals = (path: string) =>
  refusals(path, [...DEFINITION_FAULT_CODES, 'value_hidden']);

/** Examples of what is refused about the sender's values. */
export const valueRefusals = (path: string) => refusals(path, OF_VALUES);

/** The fields of its import in the order of the form; what it no longer has, by key. */
export function toForm({ definition, signers, sha256, origin }: SendersForm): FormDto {
  const described = (key: string) => {
    const found = origin.fields.get(key);
    return found ? [{ key, ...found, ...(found.exports && { exports: [...found.exports] }) }] : [];
  };
  return {
    ...{ ...definition, signers, sha256 },
    imported: definition.fields.flatMap(({ key }) => described(key)),
    leftOut: leftOutOf(origin, definition).flatMap(described),
  } as unknown as FormDto;
}
