/** Key of a stored file: the organization's id and a random name. */
export const STORED_KEY = /^\d+\/[0-9a-f-]{36}$/;
