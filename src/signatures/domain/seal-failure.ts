/** Why a document could not be sealed. The catalogue has texts for each: `mail.seal-failed.cause` and `.remedy`. */
export type SealFailureCause =
  /** The time stamp authority gave no valid time stamp. */
  | 'time_stamp'
  /** A certificate behind the signatures was revoked. */
  | 'revoked_certificate'
  /** The sealing key is unusable: its certificate has expired. */
  | 'key'
  /** The signed PDF is not as it should be. */
  | 'document'
  /** A child process took too much time or memory, or was killed. */
  | 'resources'
  /** A stored file is missing or cannot be decrypted. */
  | 'file'
  /** The audit trail was changed. */
  | 'audit_trail'
  | 'other';

export interface SealFailure {
  cause: SealFailureCause;
  /** For administrators; contains no personal data or document content. */
  message: string;
}
