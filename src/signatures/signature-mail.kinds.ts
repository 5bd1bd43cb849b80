/** Mails with a signer's link; their ids are `{ linkId }`, so that a replaced link's mail is moot. */
export const INVITATION_MAIL = 'signature.invitation';
export const REMINDER_MAIL = 'signature.reminder';
export const YOUR_TURN_MAIL = 'signature.your-turn';
/** To a signer (`{ signatureId, signerId }`) or to the address at `ccIndex` of ccOnComplete. */
export const COMPLETED_MAIL = 'signature.completed';
