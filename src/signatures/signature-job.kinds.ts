/** Kinds of jobs of this room; each carries `{ organizationId, signatureId }`. */
export const DISPATCH_JOB = 'signature.dispatch';
export const EXPIRE_JOB = 'signature.expire';
/** Reminds whoever is due, and sets its own next time. */
export const REMIND_JOB = 'signature.remind';
/** Enqueued when a signer with an own signature has signed, and others have not yet. */
export const SIGN_FIELDS_JOB = 'signature.sign-fields';
/** Enqueued when the last signer has signed; it completes the request. */
export const SEAL_JOB = 'signature.seal';

export interface SignatureJobPayload extends Record<string, unknown> {
  organizationId: number;
  signatureId: number;
}
