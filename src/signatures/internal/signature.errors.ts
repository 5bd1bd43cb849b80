import { AppError, type FieldError, notFound, refused } from '../../common/errors.js';
import { type FormFault, toDetail } from '../../forms/form-fault.js';
import { type RefusedDocument } from '../../pdf/document-inspection.js';
import { type RefusedForm } from '../../pdf/form-import.js';
import { ONE_MAILBOX } from '../domain/send-details.js';

export const signatureNotFound = () => notFound('Signature');
export const signerNotFound = () => notFound('Signer');
export const documentNotFound = () => notFound('Document');
/** The document was removed at the end of the organization's retention period. */
export const documentRemoved = (at: Date) =>
  new AppError(
    404,
    `The document was removed on ${at.toISOString().slice(0, 10)} at the end of the organization's retention period`,
    'removed_by_retention',
  );
/** The document of an ended request was removed or erased. */
export const documentGone = () =>
  refused(
    'document_gone',
    'The document of this request was removed, so there is nothing left to send again',
  );
/** Templates have one document. */
export const severalDocuments = () =>
  refused('several_documents', 'The request has several documents, but a template has one');
export const formNotFound = () => notFound('Form');
/** A request has either a form or fields of its own. */
export const formAlreadySet = (problem: string) => refused('form_already_set', problem);
export const fieldsInForm = () =>
  formAlreadySet('The request has a form, which places its fields: change the form, or delete it first');
/** @param faults - at least one, whose code is that of the refusal */
export const formRefused = (faults: readonly FormFault[]) =>
  new AppError(400, faults.map(({ message }) => message).join('; '), faults[0]!.code, faults.map(toDetail));
/** @param problem - names a role and its address */
export const roleSignerUnknown = (problem: string) => refused('role_signer_unknown', problem);
export const roleOrderContradicted = (problem: string) => refused('role_order_contradicted', problem);
/** @param place - of the condition, such as `fields[2].showIf` */
export const conditionOnSignature = (place: string) =>
  refused(
    'condition_on_signature',
    `${place} hides a signature, but in a request of type advanced every place is prepared before anyone signs`,
  );
export const notADraft = () => refused('not_a_draft', 'The signature is no longer a draft');
export const notSent = () => refused('not_sent', 'The signature has not been sent');
export const requestClosed = () => refused('request_closed', 'The signature request is no longer open');
export const signerAlreadySigned = () => refused('signer_already_signed', 'The signer has already signed');
export const notInPerson = () =>
  refused('not_in_person', 'Only a request of type in_person can be signed on the device of a host');
export const notTheirTurn = () => refused('not_their_turn', 'Others have to act first');
export const emailTaken = () =>
  refused('email_taken', `Another signer of this request already has this email address; ${ONE_MAILBOX}`);
/** Texts that the installed fonts cannot draw on PDFs. */
export const scriptUnsupported = (problems: FieldError[]) =>
  new AppError(400, problems.map(({ message }) => message).join('; '), 'script_unsupported', problems);
export const notYours = () => new AppError(403, 'The signature belongs to another organization');
export const signerRejected = () => refused('signer_rejected', 'The signer has rejected the request');
export const documentChanged = () =>
  refused(
    'document_changed',
    'The document or its fields were changed while the request was being sent. Send it again.',
  );
export const fieldSignerUnknown = (problem: string) => refused('field_signer_unknown', problem);
export const fieldsLost = () => refused('fields_lost', 'Fields of a removed signer would be removed');
export const scheduledAfterExpiry = (scheduled: Date, expires: Date) =>
  refused(
    'scheduled_after_expiry',
    `scheduledDate is ${scheduled.toISOString()}, but must be before expiresDate, ${expires.toISOString()}`,
  );
/** A document refused by inspection. */
export const documentRefused = ({ code, message }: RefusedDocument | RefusedForm) =>
  new AppError(code === 'document_too_large' ? 413 : 400, message, code);
