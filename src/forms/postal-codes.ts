/** For editors of forms, which offer the format of each country. */
export { POSTAL_CODE_COUNTRIES } from './texts/postal-codes.js';
