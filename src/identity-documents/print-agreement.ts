/** Public face of the text engine: labelled fields, and whether they agree with the MRZ or barcode. */
export {
  type Agreement,
  comparePrint,
  isConfirmed,
  isContradicted,
  type PrintAgreement,
} from './engines/text/compare-print.js';
export { type PlacedField } from './engines/text/print-places.js';
export { findPrintedFields, type PrintedFields, toCapitals } from './engines/text/printed-fields.js';
