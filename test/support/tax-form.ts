import { builtForm, script, states, widget } from './built-forms.js';
import { streamBody } from './pdf-samples.js';

/** The names above each field, as forms of tax offices have them. */
const ABOVE = 'topmostSubform[0].Page1[0]';
/** The full name in the PDF of a field. */
export const pdfNameOf = (name: string) => `${ABOVE}.${name}[0]`;
/** Its key, once it is imported. */
export const keyOf = (name: string) => `topmostsubform_0_page1_0_${name}_0`;

const [REQUIRED, NO_TOGGLE, RADIO, COMBO, PUSH] = [1 << 1, 1 << 14, 1 << 15, 1 << 17, 1 << 16];
const COMB = 1 << 24;
const FRAMED = '/MK << /BC [0] >>';
/** Number of the object that draws an empty box. */
const BOX_LOOK = 22;
const ticked = (state: string) => states('Off', state).replaceAll('3 0 R', `${BOX_LOOK} 0 R`);
const amount = 'AFNumber_Format(2, 0, 0, 0, "", true);';
const sum = `AFSimple_Calculate("SUM", new Array ("${pdfNameOf('wages')}", "${pdfNameOf('other')}"));`;

const field = (name: string, words: string, entries: string, rectangle: string) =>
  widget(`/Parent 5 0 R /T (${name}[0]) /TU (${words}) ${FRAMED} ${entries}`, rectangle);
const text = (name: string, words: string, rectangle: string, flags = 0, more = '') =>
  field(name, words, `/FT /Tx /Ff ${flags} ${more}`, rectangle);
/** Scripts that format and compute; each event may be named once. */
const scripts = (format: string, compute?: string) => {
  const [own, other] = [script('F', format), compute && script('C', compute)].map((each) =>
    each ? each.slice('/AA << '.length, -' >>'.length) : '',
  );
  return `/AA << ${own} ${other} >>`;
};
const radio = (state: string, words: string, rectangle: string) =>
  widget(`/Parent 8 0 R /TU (${words}) /AS /Off ${FRAMED} ${ticked(state)}`, rectangle);

/**
 * A form like those of tax offices, with names of several levels, scripts that format and compute, radio buttons, a comb,
 * signatures of two people and a button, and nothing of a real one.
 * @param change - makes another body of that of a field
 */
export function taxForm(change: (body: string) => string = (body) => body): Buffer {
  const kids = [6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];
  const bodies = [
    '<< /T (topmostSubform[0]) /Kids [5 0 R] >>',
    `<< /T (Page1[0]) /Parent 4 0 R /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    text('name', 'Full name', '20 350 180 366', REQUIRED, '/MaxLen 40'),
    text('number', 'Taxpayer number', '190 350 280 366', REQUIRED + COMB, '/MaxLen 9'),
    `<< /Parent 5 0 R /T (status[0]) /FT /Btn /Ff ${RADIO + NO_TOGGLE + REQUIRED} /TU (Filing status) /Kids [9 0 R 10 0 R] >>`,
    radio('single', 'Single', '20 325 32 337'),
    radio('married', 'Married', '60 325 72 337'),
    text('spouse', 'Name of the spouse', '100 323 280 339', REQUIRED),
    text('wages', 'Wages', '20 295 100 311', REQUIRED, scripts(amount)),
    text('other', 'Other income', '110 295 190 311', 0, scripts(amount)),
    text('total', 'Total income', '200 295 280 311', 0, scripts(amount, sum)),
    field(
      'state',
      'Home state',
      `/FT /Ch /Ff ${COMBO} /Opt [[(CA) (California)] [(NY) (New York)]]`,
      '20 265 100 281',
    ),
    field('resident', 'Resident all year', `/FT /Btn /AS /Off ${ticked('Yes')}`, '110 267 122 279'),
    text('begins', 'Tax year begins', '150 265 280 281', 0, script('F', 'AFDate_FormatEx("mm/dd/yyyy");')),
    text('preparer', 'Name of the preparer', '20 180 140 196', REQUIRED),
    field('signed', 'Signature', '/FT /Sig', '20 215 140 255'),
    field('prepared', 'Signature of the preparer', '/FT /Sig', '160 170 280 210'),
    field(
      'print',
      'Print',
      `/FT /Btn /Ff ${PUSH} /A << /S /JavaScript /JS (print\\(\\)) >>`,
      '240 10 280 24',
    ),
  ];
  return builtForm(bodies.map(change), {
    fields: [4],
    annotations: [6, 7, 9, 10, ...kids.filter((kid) => kid > 10)],
    form: '/NeedAppearances true',
    catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
    others: [streamBody('0.5 0.5 11 11 re S', '/Type /XObject /Subtype /Form /BBox [0 0 12 12]')],
  });
}
