/** Mails with a signer's link. Their ids are `{ linkId }`, so nothing is sent for a replaced link. */
export const INVITATION_MAIL = 'signature.invitation';
export const REMINDER_MAIL = 'signature.reminder';
export const YOUR_TURN_MAIL = 'signature.your-turn';
/** To the person another signer has handed over to. */
export const HANDED_OVER_MAIL = 'signature.handed-over';
/** Mails with the link of somebody who does not sign, whose ids are `{ recipientLinkId }`: the first, and the reminder. */
export const RECIPIENT_MAIL = 'signature.recipient';
export const RECIPIENT_REMINDER_MAIL = 'signature.recipient-reminder';
/**
 * To a signer (`{ signatureId, signerId }`), to somebody who does not sign (`{ signatureId, recipientId }`), or to the
 * address at `ccIndex` of ccOnComplete.
 */
export const COMPLETED_MAIL = 'signature.completed';
/** The same ids: to everyone but who declined. */
export const REJECTED_MAIL = 'signature.rejected';
/** To a signer who had been invited (`{ signatureId, signerId }`) or a recipient (`{ signatureId, recipientId }`), like the next. */
export const CANCELLED_MAIL = 'signature.cancelled';
export const EXPIRED_SIGNER_MAIL = 'signature.expired-signer';
/** To the user who created the request (`{ signatureId }`), like the next. */
export const REJECTED_SENDER_MAIL = 'signature.rejected-sender';
export const EXPIRED_MAIL = 'signature.expired';
/** To the same user (`{ linkId }`): the holder of this link has handed over to someone else. */
export const HANDED_OVER_SENDER_MAIL = 'signature.handed-over-sender';
/** To an owner of the organization (`{ signatureId, userId }`): the document could not be sealed. */
export const SEAL_FAILED_MAIL = 'signature.seal-failed';
