import {
  annotatedPdf,
  assemblePdf,
  ONE_PAGE,
  PAGE_TREE,
  pdfWithCatalog,
} from '../../../test/support/pdf-samples.js';
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
])('%s does not make a document signed', async (_, pdf) => {
  expect(await found(pdf)).toBe('unsigned');
});

it.each([
  ['in the form', pdfWithCatalog(FORM, field(''), SIGNATURE)],
  ['with a value that is no signature', pdfWithCatalog(FORM, field(''), '(none)')],
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
  ['on a page only', annotatedPdf(`/Subtype /Widget /FT /Sig /T (Approval) /V ${SIGNATURE}`)],
  [
    'above a widget that is on a page only',
    assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      PAGE_TREE,
      ONE_PAGE.replace('/Resources', '/Annots [4 0 R] /Resources'),
      `<< ${WIDGET} /Parent 5 0 R >>`,
      '<< /T (Group) /FT /Sig /V 6 0 R /Kids [4 0 R] >>',
      SIGNATURE,
    ]),
  ],
])('a signature %s makes a document signed', async (_, pdf) => {
  expect(await found(pdf)).toBe('signed');
});

it.each([1, 2, 3])('a certified document is refused, whatever it permits (%i)', async (permitted) => {
  const certified = signedWith(rule('DocMDP', `/P ${permitted}`));
  expect(await found(pdfWithCatalog(`${FORM} /Perms << /DocMDP 5 0 R >>`, field(''), certified))).toBe(
    'document_certified',
  );
  // The catalog need not name it for every reader to heed it.
  expect(await found(pdfWithCatalog(FORM, field(''), certified))).toBe('document_certified');
});

it.each([
  ['all fields', '/Action /All'],
  ['all fields but some', '/Action /Exclude /Fields [(Price)]'],
  ['fields with our names', '/Action /Include /Fields [(Price) (Countersign-Seal)]'],
  ['an unknown selection', '/Action /Some /Fields [(Price)]'],
  ['no list of fields', '/Action /Include'],
])('a document whose signature locks %s is refused', async (_, parameters) => {
  const reference = signedWith(rule('FieldMDP', parameters));
  expect(await found(pdfWithCatalog(FORM, field(''), reference))).toBe('document_locked');
  expect(await found(pdfWithCatalog(FORM, field(`/Lock << ${parameters} >>`), SIGNATURE))).toBe(
    'document_locked',
  );
});

it('a document whose signature locks other fields can be signed', async () => {
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

it('a lock that limits later changes as a certification does is refused', async () => {
  const lock = '/Lock << /Action /Include /Fields [(Price)] /P 1 >>';
  expect(await found(pdfWithCatalog(FORM, field(lock), SIGNATURE))).toBe('document_locked');
});
