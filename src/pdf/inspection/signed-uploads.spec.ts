import {
  annotatedPdf,
  assemblePdf,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
  streamBody,
} from '../../../test/support/pdf-samples.js';
import { markPlaces, stampsAt } from '../../../test/support/signed-uploads.js';
import { trySealing } from '../signing/try-sealing.js';
import { inspectDocument } from './inspect-document.js';

const SIGNATURE = '<< /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange [0 1 2 3] /Contents <00> >>';
const FORM = '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>';
const WIDGET = '/Type /Annot /Subtype /Widget /Rect [0 0 0 0]';
const field = (entries: string) => `<< ${WIDGET} /FT /Sig /T (Approval) /V 5 0 R ${entries} >>`;
const signedWith = (reference: string) =>
  SIGNATURE.replace('/Contents', `/Reference [${reference}] /Contents`);
const rule = (method: string, parameters: string) =>
  `<< /TransformMethod /${method} /TransformParams << ${parameters} >> >>`;

async function found(pdf: Buffer): Promise<string> {
  const inspected = await inspectDocument(pdf);
  if (!inspected.ok) return inspected.code;
  return inspected.kind !== 'docx' && inspected.layout.carriesSignatures ? 'signed' : 'unsigned';
}

it.each([
  ['an empty signature field', pdfWithCatalog(FORM, `<< ${WIDGET} /FT /Sig /T (Approval) >>`)],
  [
    'usage rights',
    pdfWithCatalog('/Perms << /UR3 4 0 R >>', signedWith('<< /TransformMethod /UR3 /Data 1 0 R >>')),
  ],
  ['a text field with a value', pdfWithCatalog(FORM, `<< ${WIDGET} /FT /Tx /T (Price) /V (100) >>`)],
])('does not call a document signed for %s', async (_, pdf) => {
  expect(await found(pdf)).toBe('unsigned');
});

it.each([
  ['in the form', pdfWithCatalog(FORM, field(''), SIGNATURE)],
  ['with a value that is not a signature', pdfWithCatalog(FORM, field(''), '(none)')],
  ['without a type', pdfWithCatalog(FORM, `<< ${WIDGET} /T (Approval) /V 5 0 R >>`, SIGNATURE)],
  [
    'in a field above the widget',
    pdfWithCatalog(
      FORM,
      `<< /T (Group) /FT /Sig /V 5 0 R /Kids [6 0 R] >>`,
      SIGNATURE,
      `<< ${WIDGET} /Parent 4 0 R >>`,
    ),
  ],
  [
    'below a field that gives the type only',
    pdfWithCatalog(
      FORM,
      `<< /T (Group) /FT /Sig /Kids [6 0 R] >>`,
      SIGNATURE,
      `<< ${WIDGET} /T (A) /V 5 0 R >>`,
    ),
  ],
  ['only on a page', annotatedPdf(`/Subtype /Widget /FT /Sig /T (Approval) /V ${SIGNATURE}`)],
  [
    'above a widget that is only on a page',
    assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
      `<< ${WIDGET} /Parent 5 0 R >>`,
      '<< /T (Group) /FT /Sig /V 6 0 R /Kids [4 0 R] >>',
      SIGNATURE,
    ]),
  ],
])('calls a document signed for a signature %s', async (_, pdf) => {
  expect(await found(pdf)).toBe('signed');
});

it.each([1, 2, 3])('refuses a certified document, whatever it permits (%i)', async (permitted) => {
  const certified = signedWith(rule('DocMDP', `/P ${permitted}`));
  expect(await found(pdfWithCatalog(`${FORM} /Perms << /DocMDP 5 0 R >>`, field(''), certified))).toBe(
    'document_certified',
  );
  // Readers heed it even if the catalog does not name it.
  expect(await found(pdfWithCatalog(FORM, field(''), certified))).toBe('document_certified');
});

it.each([
  ['all fields', '/Action /All'],
  ['all fields but some', '/Action /Exclude /Fields [(Price)]'],
  ['fields with our names', '/Action /Include /Fields [(Price) (Countersign-Seal)]'],
  ['an unknown selection', '/Action /Some /Fields [(Price)]'],
  ['no list of fields', '/Action /Include'],
])('refuses a document whose signature locks %s', async (_, parameters) => {
  const reference = signedWith(rule('FieldMDP', parameters));
  expect(await found(pdfWithCatalog(FORM, field(''), reference))).toBe('document_locked');
  expect(await found(pdfWithCatalog(FORM, field(`/Lock << ${parameters} >>`), SIGNATURE))).toBe(
    'document_locked',
  );
});

it('accepts a document whose signature locks other fields', async () => {
  const parameters = '/Action /Include /Fields [(Price)]';
  const pdf = pdfWithCatalog(
    FORM,
    field(`/Lock << ${parameters} >>`),
    signedWith(rule('FieldMDP', parameters)),
  );
  expect(await found(pdf)).toBe('signed');
  const unsigned = `<< ${WIDGET} /FT /Sig /T (Approval) /Lock << /Action /All >> >>`;
  expect(await found(pdfWithCatalog(FORM, unsigned))).toBe('unsigned');
});

it('refuses a lock that limits later changes as a certification does', async () => {
  const lock = '/Lock << /Action /Include /Fields [(Price)] /P 1 >>';
  expect(await found(pdfWithCatalog(FORM, field(lock), SIGNATURE))).toBe('document_locked');
});

/** A document with a signature, whose page, content and page tree are these. */
const signedPage = (contents: string, page = ONE_PAGE, tree = PAGE_TREE, form = '') =>
  assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /SigFlags 3 ${form} >> >>`,
    tree,
    page.replace('<< >>', `<< /Font << /F1 7 0 R >> >> /Contents ${contents}`),
    `<< ${WIDGET} /FT /Sig /T (Approval) /V 5 0 R >>`,
    SIGNATURE,
    streamBody('BT /F1 24 Tf 20 200 Td (Rent: 100) Tj ET'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    streamBody(' BT /F1 12 Tf 20 300 Td ({{signature:1}}) Tj ET'),
  ]);

it('accepts a document with signatures that two readers read alike', async () => {
  expect(await found(signedPage('6 0 R'))).toBe('signed');
  expect(await found(signedPage('[6 0 R]'))).toBe('signed');
});

it.each([
  ['a reference of another generation', signedPage('6 1 R')],
  ['contents of which a part is missing', signedPage('[null 6 0 R 99 0 R]')],
  ['a page that is its own parent', signedPage('6 0 R', ONE_PAGE.replace('2 0 R', '3 0 R'))],
])('refuses a document with signatures that two readers read differently: %s', async (_, pdf) => {
  expect(await found(pdf)).toBe('document_ambiguous');
});

it('refuses tags on a document with signatures whose form is drawn anew', async () => {
  expect(await found(signedPage('[6 0 R 8 0 R]'))).toBe('signed');
  expect(await found(signedPage('6 0 R', ONE_PAGE, PAGE_TREE, '/NeedAppearances true'))).toBe('signed');
  const tagged = signedPage('[6 0 R 8 0 R]', ONE_PAGE, PAGE_TREE, '/NeedAppearances true');
  expect(await found(tagged)).toBe('document_signed_redrawn');
});

it('refuses places on a document with signatures whose form is drawn anew', async () => {
  const trial = (flag: string) =>
    trySealing({
      pdf: signedPage('6 0 R', ONE_PAGE, PAGE_TREE, `/NeedAppearances ${flag}`),
      details: stampsAt(markPlaces('signature', 'initials'), 'fast'),
      signing: 'seal only',
    });
  expect(await trial('true')).toBe('document_signed_redrawn');
  expect(await trial('false')).not.toBe('document_signed_redrawn');
});
