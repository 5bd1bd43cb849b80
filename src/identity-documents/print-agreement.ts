/** What other rooms may know of printed text: whether it says the same as the zone or the barcode, and what its labels name. */
export { comparePrint, type PrintAgreement } from './engines/text/compare-print.js';
export { findPrintedFields, type PrintedFields } from './engines/text/printed-fields.js';
