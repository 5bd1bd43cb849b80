import { type FieldError } from '../../common/errors.js';
import { type FormFault, toDetail } from '../../forms/form-fault.js';

/** No more faults are reported at once. */
export const MAX_REPORTED = 100;

/** A fault that a program can branch on. */
export interface TemplateFault extends FieldError {
  code: string;
}

export const toTemplateFault = (fault: FormFault): TemplateFault => ({
  ...toDetail(fault),
  ...(fault.path === '' && { field: 'definition' }),
});
