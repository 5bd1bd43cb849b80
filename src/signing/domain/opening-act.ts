import { AppError } from '../../common/errors.js';
import { OPENING_ACTS, type OpeningAct } from '../../audit-chain/signer-proofs.js';
import { lineOf, type PostedFields } from './sign-form.js';

/** Acts that scripts report. That a form was sent, the form itself shows. */
const REPORTED = OPENING_ACTS.filter((act) => act !== 'form');

/** The person's act that the script of a page reports. @throws AppError 400 if there is none */
export function actIn(fields: PostedFields): OpeningAct {
  const told = lineOf(fields, 'act');
  const act = REPORTED.find((each) => each === told);
  if (!act)
    throw new AppError(400, `act is ${JSON.stringify(told)}, but must be one of ${REPORTED.join(', ')}`);
  return act;
}
