/** Deliveries to an endpoint have failed for an hour; later, they succeed again. */
export const ENDPOINT_FAILING_MAIL = 'owner.endpoint-failing';
export const ENDPOINT_WORKS_MAIL = 'owner.endpoint-works';
/** An endpoint is held because it is down; later, it is released. */
export const ENDPOINT_HELD_MAIL = 'owner.endpoint-held';
export const ENDPOINT_RELEASED_MAIL = 'owner.endpoint-released';
/** The mail server accepted no mail for an hour or more. Can be reported only afterwards. */
export const MAIL_WORKS_MAIL = 'owner.mail-works';
/** A key that seals or signs documents expires soon. */
export const KEY_ENDS_MAIL = 'owner.key-ends';
/** The API key has not been replaced for a long time. */
export const API_KEY_OLD_MAIL = 'owner.api-key-old';
