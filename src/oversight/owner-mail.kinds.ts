/** Deliveries to an endpoint have failed for an hour, and later: they succeed again. */
export const ENDPOINT_FAILING_MAIL = 'owner.endpoint-failing';
export const ENDPOINT_WORKS_MAIL = 'owner.endpoint-works';
/** An endpoint is held because it is down, and later: it no longer is. */
export const ENDPOINT_HELD_MAIL = 'owner.endpoint-held';
export const ENDPOINT_RELEASED_MAIL = 'owner.endpoint-released';
/** For an hour or more the mail server took no mail. It can only be told afterwards. */
export const MAIL_WORKS_MAIL = 'owner.mail-works';
/** A key that seals or signs documents ends soon. */
export const KEY_ENDS_MAIL = 'owner.key-ends';
/** The API key was not replaced for a long time. */
export const API_KEY_OLD_MAIL = 'owner.api-key-old';
