/** What is told of a signature request; `signature.created` at send, when the invitations go out. */
export type SignatureEventType =
  | 'signature.created'
  | 'signature.partially_signed'
  | 'signature.completed'
  | 'signature.rejected'
  | 'signature.expired'
  | 'signature.cancelled';
