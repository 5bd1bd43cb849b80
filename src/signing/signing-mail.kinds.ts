/**
 * A code for a signer of an `advanced` request. Its ids are `{ signerId, request }`, where `request` numbers the code
 * requests.
 */
export const ONE_TIME_CODE_MAIL = 'signing.one-time-code';
/** To the sender, when a signer (`{ signerId }`) has used up all identity checks. */
export const IDENTITY_FAILED_MAIL = 'signing.identity-failed';
