/** Limits of input shared by several features; string lengths are in UTF-16 units. */
export const MAX_NAME = 200;
export const MAX_SUBJECT = 300;
export const MAX_MESSAGE = 10_000;
/** RFC 5321 §4.5.3.1.3: a path is 256 octets with its angle brackets. */
export const MAX_EMAIL = 254;
export const MAX_URL = 2_048;
/** Bytes of the metadata object as compact JSON. */
export const MAX_METADATA_BYTES = 16 * 1024;
/** Bytes of a JSON body. */
export const MAX_BODY_BYTES = 1024 * 1024;
