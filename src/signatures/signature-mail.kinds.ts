/** Mails with a signer's link; their ids are `{ linkId }`, so that a replaced link's mail is moot. */
export const INVITATION_MAIL = 'signature.invitation';
export const REMINDER_MAIL = 'signature.reminder';
export const YOUR_TURN_MAIL = 'signature.your-turn';
/** To a signer (`{ signatureId, signerId }`) or to the address at `ccIndex` of ccOnComplete. */
export const COMPLETED_MAIL = 'signature.completed';
/** The same ids: to everybody who was asked or was to get a copy, but whoever declined. */
export const REJECTED_MAIL = 'signature.rejected';
/** To the user in whose name the request was made (`{ signatureId }`), as is the next. */
export const REJECTED_SENDER_MAIL = 'signature.rejected-sender';
export const EXPIRED_MAIL = 'signature.expired';
