import { OPENING_ACTS, type OpeningAct } from '../../audit-chain/signer-proofs.js';
import { AppError } from '../../common/errors.js';
import { type PostedFields } from './posted-fields.js';
import { lineOf } from './sign-form.js';

/** Acts reported by scripts. Sending a form needs no report. */
const REPORTED = OPENING_ACTS.filter((act) => act !== 'form');

/** The person's act, as reported by a page's script. @throws AppError 400 if there is none */
export function actIn(fields: PostedFields): OpeningAct {
  const told = lineOf(fields, 'act');
  const act = REPORTED.find((each) => each === told);
  if (!act)
    throw new AppError(400, `act is ${JSON.stringify(told)}, but must be one of ${REPORTED.join(', ')}`);
  return act;
}
