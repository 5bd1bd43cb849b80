/** What other rooms may know of printed text: whether it says the same as the zone or the barcode. */
export { comparePrint, type PrintAgreement } from './engines/text/compare-print.js';
