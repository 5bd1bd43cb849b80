/** A code for a signer of an `advanced` request; its ids are `{ signerId, request }`, the number of the request for it. */
export const ONE_TIME_CODE_MAIL = 'signing.one-time-code';
/** To the sender, when a signer (`{ signerId }`) has used up all identity checks. */
export const IDENTITY_FAILED_MAIL = 'signing.identity-failed';
