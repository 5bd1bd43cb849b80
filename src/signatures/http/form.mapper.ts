import { DEFINITION_FAULT_CODES, type FormFaultCode } from '../../forms/form-fault.js';
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
];

/** Examples of what is refused about a form, or a part of it. */
export const definitionRefusals = (path: string) => refusals(path, DEFINITION_FAULT_CODES);

/** Examples of what is refused about the sender's values. */
export const valueRefusals = (path: string) => refusals(path, OF_VALUES);

export function toForm({ definition, signers, sha256 }: SendersForm): FormDto {
  return { ...definition, signers, sha256 } as unknown as FormDto;
}
