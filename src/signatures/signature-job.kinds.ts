/** Each job carries `{ organizationId, signatureId }`. */
export const DISPATCH_JOB = 'signature.dispatch';
export const EXPIRE_JOB = 'signature.expire';
/** Reminds the signers who are due, and schedules its next run. */
export const REMIND_JOB = 'signature.remind';
/** Enqueued when a signer with their own certificate has signed and others have not. */
export const SIGN_FIELDS_JOB = 'signature.sign-fields';
/** Enqueued when the last signer has signed; it completes the request. */
export const SEAL_JOB = 'signature.seal';
/** Removes what an organization no longer keeps. Carries a `RemovalJobPayload`. */
export const REMOVE_JOB = 'signature.remove';

/** The next run starts after this request, in the order of creation. */
export type RemovedUpTo = { createdAt: string; id: number };

export interface RemovalJobPayload extends Record<string, unknown> {
  organizationId: number;
  what: 'drafts' | 'ended';
  /** Null for the first run. */
  after: RemovedUpTo | null;
}

export interface SignatureJobPayload extends Record<string, unknown> {
  organizationId: number;
  signatureId: number;
}
