import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core';
import { addField, emptyField, type FieldBox, setAppearance } from '../../src/pdf-signatures/form-field.js';
import { type Change } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { judge } from '../../src/signed-pdf-checks/domain/statements.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { rentPdf } from '../support/sealed-update.js';
import { changedAfterwards, OpensslSigner, signedByOther } from '../support/signed-pdfs.js';

const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
/** Over the words of the page, and where nothing is. */
const OVER: FieldBox = { x: 70, y: 290, width: 300, height: 40 };
const BLANK: FieldBox = { x: 70, y: 100, width: 300, height: 40 };

const numbers = (...values: number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)));

/** White, with other words than those of the page. */
function look(pdf: PDF, { width, height }: FieldBox): PdfRef {
  const drawn = `1 g 0 0 ${width} ${height} re f 0 g BT /F1 24 Tf 2 10 Td (Rent: 9000 EUR) Tj ET`;
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbers(0, 0, width, height),
    Resources: PdfDict.of({ Font: PdfDict.of({ F1: PdfRef.of(5) }) }),
  };
  return pdf.register(PdfStream.fromDict(entries, Buffer.from(drawn)));
}

/** A field to sign, with other words. */
function stamp(pdf: PDF, name: string, box: FieldBox, entries: Record<string, PdfObject> = {}): PdfDict {
  addField(pdf, pdf.getPages()[0]!, { kind: 'signature', name, label: name, box });
  const field = emptyField(pdf, name);
  setAppearance(field, look(pdf, box));
  for (const [key, value] of Object.entries(entries)) field.set(key, value);
  return field;
}

const first = (pdf: PDF) =>
  pdf
    .getForm()!
    .getSignatureFields()
    .find(({ name }) => name === 'first')!;

const annotationsOf = (pdf: PDF) => pdf.getPages()[0]!.dict.getArray('Annots', (ref) => pdf.getObject(ref))!;

describe('a signature that another one follows', () => {
  let anna: OpensslSigner;
  let jonas: OpensslSigner;
  let signed: Buffer;

  beforeAll(async () => {
    anna = new OpensslSigner(P256, 'Anna Maria Eriksson');
    jonas = new OpensslSigner(P256, 'Jonas Brandt');
    signed = await byAnna();
  });
  afterAll(() => {
    anna.close();
    jonas.close();
  });

  const byAnna = (change?: (pdf: PDF) => void) =>
    signedByOther(rentPdf(), { fieldName: 'first', message: (content) => anna.sign(content), change });
  const byJonas = (pdf: Buffer, change?: (pdf: PDF) => void) =>
    signedByOther(pdf, { fieldName: 'second', message: (content) => jonas.sign(content), change });

  async function judged(pdf: Buffer) {
    const checked = await checkDocument({ pdf, authorities: '' });
    if (!checked.ok) throw new Error(checked.reason);
    const at = { now: '2026-12-01T00:00:00.000Z', organizations: new Map(), speaker: 'computer' as const };
    const judgement = judge(checked.facts, at);
    return { verdict: judgement.verdict, changes: checked.facts.signatures[0]!.changes!, judgement };
  }

  const ADDED: Change = { kind: 'signatures_added', count: 1 };
  const COVERED: Change = { kind: 'pages_covered', pages: [1] };

  it('is covered if that one is drawn over the page', async () => {
    const { verdict, changes, judgement } = await judged(
      await byJonas(signed, (pdf) => void stamp(pdf, 'second', OVER)),
    );
    expect({ verdict, changes }).toEqual({ verdict: 'covered', changes: [ADDED, COVERED] });
    expect(judgement.headline).toMatchObject({ tone: 'warn', key: 'checking.headline.covered' });
    expect(judgement.lead).toEqual({ key: 'checking.lead.covered' });
    expect(judgement.signatures[0]).toContainEqual({
      tone: 'warn',
      key: 'checking.changes.pages_covered',
      values: { pages: [1], count: 1 },
    });
  });

  it.each<[string, (pdf: PDF) => void]>([
    ['on blank paper', (pdf) => void stamp(pdf, 'second', BLANK)],
    ['where it is hidden', (pdf) => void stamp(pdf, 'second', OVER, { F: PdfNumber.of(2) })],
    ['upright, as the page is', (pdf) => void stamp(pdf, 'second', BLANK, { F: PdfNumber.of(4 + 16) })],
    ['with no size', (pdf) => void stamp(pdf, 'second', { ...OVER, width: 0, height: 0 })],
  ])('is unchanged if that one is drawn %s', async (_name, change) => {
    const { verdict, changes } = await judged(await byJonas(signed, change));
    expect({ verdict, changes }).toEqual({ verdict: 'intact', changes: [ADDED] });
  });

  it('is unchanged if the place of that one was there before', async () => {
    const laidOut = await byAnna((pdf) => void stamp(pdf, 'second', OVER).delete('AP'));
    const later = await byJonas(laidOut, (pdf) => setAppearance(emptyField(pdf, 'second'), look(pdf, OVER)));
    expect(await judged(later)).toMatchObject({ verdict: 'intact', changes: [ADDED] });
  });

  it('is covered if that one does not keep to its rectangle', async () => {
    const later = await byJonas(
      signed,
      (pdf) => void stamp(pdf, 'second', BLANK, { F: PdfNumber.of(4 + 8) }),
    );
    expect(await judged(later)).toMatchObject({ verdict: 'covered' });
  });

  it('is covered if that one is drawn over what an earlier one shows', async () => {
    const shown = await byAnna((pdf) => void stamp(pdf, 'first', BLANK));
    const later = await byJonas(shown, (pdf) => void stamp(pdf, 'second', { ...BLANK, x: 200 }));
    expect(await judged(later)).toMatchObject({ verdict: 'covered', changes: [ADDED, COVERED] });
  });

  it('is changed by actions that come with that one', async () => {
    const hides = PdfDict.of({ PO: PdfDict.of({ S: PdfName.of('Hide') }) });
    const later = await byJonas(signed, (pdf) => void stamp(pdf, 'second', BLANK, { AA: hides }));
    expect(await judged(later)).toMatchObject({
      verdict: 'changed',
      changes: expect.arrayContaining([{ kind: 'fields_changed', names: ['second'] }]),
    });
  });

  it.each<[string, (pdf: PDF) => void]>([
    [
      'another place of the field that was signed',
      (pdf) => {
        const kid = stamp(pdf, 'kid', OVER);
        const ref = annotationsOf(pdf).pop() as PdfRef;
        annotationsOf(pdf).push(ref);
        const form = pdf.getCatalog().getDict('AcroForm', (at) => pdf.getObject(at))!;
        form.getArray('Fields', (at) => pdf.getObject(at))!.pop();
        for (const key of ['T', 'FT']) kid.delete(key);
        first(pdf).acroField().set('Kids', PdfArray.of(ref));
      },
    ],
    [
      'a field with the same signature',
      (pdf) => {
        const again = first(pdf).acroField().get('V')!;
        stamp(pdf, 'again', OVER, { V: again });
      },
    ],
    ['another order of annotations', (pdf) => void annotationsOf(pdf).insert(0, annotationsOf(pdf).pop()!)],
    ['an annotation that is drawn twice', (pdf) => annotationsOf(pdf).push(annotationsOf(pdf).at(0)!)],
  ])('is changed by %s', async (_name, change) => {
    const shown = await byAnna((pdf) => {
      stamp(pdf, 'empty', BLANK);
      stamp(pdf, 'first', BLANK);
    });
    expect(await judged(await changedAfterwards(shown, change))).toMatchObject({ verdict: 'changed' });
  });
});
