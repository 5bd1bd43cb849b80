/** Public face of the text engine: labelled fields, and whether they agree with the MRZ or barcode. */
export { comparePrint, type PrintAgreement } from './engines/text/compare-print.js';
export { findPrintedFields, type PrintedFields } from './engines/text/printed-fields.js';
