/** The seal's field, with a number if the document was sealed before. */
export const SEAL_FIELD = /^Countersign\d{0,4}-Seal$/;
