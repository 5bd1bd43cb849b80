/** Public face of the text engine: labelled fields, and whether they agree with the MRZ or barcode. */
export { type Agreement } from './engines/text/agreement.js';
export {
  type ComparedFact,
  comparePrint,
  factsOfMrz,
  factsThat,
  isConfirmed,
  isSamePerson,
  type PrintAgreement,
  REQUIRED_FACTS,
} from './engines/text/compare-print.js';
export { type PlacedField } from './engines/text/print-places.js';
export { isPrintedWithoutEnd, labelledExpiry, printedDays } from './engines/text/printed-end.js';
export { findPrintedFields, type PrintedFields } from './engines/text/printed-fields.js';
export { toCapitals } from './engines/text/text-lines.js';
