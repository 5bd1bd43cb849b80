import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { sealFinished } from '../../src/pdf/signing/seal-document.js';
import {
  addField,
  emptyAppearance,
  emptyField,
  type FieldBox,
  setAppearance,
} from '../../src/pdf-signatures/form-field.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { type Change } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { judge } from '../../src/signed-pdf-checks/domain/statements.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { rentPdf } from '../support/sealed-update.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, OpensslSigner, signedByOther } from '../support/signed-pdfs.js';
import { completedBySigners, markPlaces } from '../support/signed-uploads.js';

const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
/** OVER lies on the words of the page, BLANK where there is nothing. */
const OVER: FieldBox = { x: 70, y: 290, width: 300, height: 40 };
const BLANK: FieldBox = { x: 70, y: 100, width: 300, height: 40 };

const numbers = (...values: number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)));

/** White, with words other than those of the page. */
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

/** A signature field that shows other words. */
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

const at = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);

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

  it('a signature is covered if a later one is drawn over the page', async () => {
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
  ])('a signature is unchanged if a later one is drawn %s', async (_name, change) => {
    const { verdict, changes } = await judged(await byJonas(signed, change));
    expect({ verdict, changes }).toEqual({ verdict: 'intact', changes: [ADDED] });
  });

  it.each<[string, FieldBox, 'intact' | 'covered']>([
    ['on blank paper', BLANK, 'intact'],
    ['over the words of the page', OVER, 'covered'],
  ])(
    'a signature in a field that was there, unsigned, is measured like a new one: %s',
    async (_name, box, verdict) => {
      const looks: ((pdf: PDF, field: PdfDict) => void)[] = [
        (_pdf, field) => void field.delete('AP'),
        (pdf, field) => setAppearance(field, emptyAppearance(pdf)),
        () => undefined,
      ];
      for (const showing of looks) {
        const laidOut = await byAnna((pdf) => showing(pdf, stamp(pdf, 'second', box)));
        const later = await byJonas(laidOut, (pdf) =>
          setAppearance(emptyField(pdf, 'second'), look(pdf, box)),
        );
        expect((await judged(later)).verdict).toBe(verdict);
      }
    },
  );

  it('a place of a field with several places is measured as well', async () => {
    const laidOut = await byAnna((pdf) => {
      const kid = stamp(pdf, 'second', OVER);
      const ref = annotationsOf(pdf).at(-1) as PdfRef;
      const fields = pdf.getCatalog().getDict('AcroForm', at(pdf))!.getArray('Fields', at(pdf))!;
      for (const key of ['T', 'FT', 'AP']) kid.delete(key);
      const entries = { FT: PdfName.of('Sig'), T: PdfString.fromString('second'), Kids: PdfArray.of(ref) };
      const field = pdf.register(PdfDict.of(entries));
      kid.set('Parent', field);
      fields.remove(fields.length - 1);
      fields.push(field);
    });
    const later = await byJonas(laidOut, (pdf) =>
      setAppearance(pdf.getObject(annotationsOf(pdf).at(0) as PdfRef) as PdfDict, look(pdf, OVER)),
    );
    expect(await judged(later)).toMatchObject({ verdict: 'covered', changes: [ADDED, COVERED] });
  });

  it('a seal is covered by what a stranger signs in a field of the upload', async () => {
    const upload = await PDF.load(rentPdf());
    stamp(upload, 'second', OVER).delete('AP');
    const key = await newSealingKey('p256');
    const seal = { name: 'Acme', reason: 'Sealed', at: '2026-03-12T10:00:00.000Z' };
    const sealed = await sealFinished(await upload.save(), seal, (digest) => signDetached(digest, key));
    const later = await byJonas(Buffer.from(sealed.pdf), (pdf) =>
      setAppearance(emptyField(pdf, 'second'), look(pdf, OVER)),
    );
    expect(await judged(later)).toMatchObject({ verdict: 'covered', changes: [ADDED, COVERED] });
  });

  it('signers who were asked together leave their marks on words', async () => {
    const keys = [await newSealingKey('p256'), await newSealingKey('p256'), await newSealingKey('p256')];
    const places = markPlaces('signature', 'signature').map((place, index) => ({
      ...place,
      ...{ x: 70 + 100 * index, y: 80, width: 90, height: 20 },
    }));
    const [anna, jonas, acme] = keys;
    const { pdf, fault } = await completedBySigners(rentPdf(), places, [anna!, jonas!, acme!], true);
    expect(fault).toBeNull();
    expect((await judged(pdf)).verdict).toBe('intact');
  });

  it('a signature is covered if a later one does not keep to its rectangle', async () => {
    const later = await byJonas(
      signed,
      (pdf) => void stamp(pdf, 'second', BLANK, { F: PdfNumber.of(4 + 8) }),
    );
    expect(await judged(later)).toMatchObject({ verdict: 'covered' });
  });

  it('a signature is covered if a later one is drawn over what it shows', async () => {
    const shown = await byAnna((pdf) => void stamp(pdf, 'first', BLANK));
    const later = await byJonas(shown, (pdf) => void stamp(pdf, 'second', { ...BLANK, x: 200 }));
    expect(await judged(later)).toMatchObject({ verdict: 'covered', changes: [ADDED, COVERED] });
  });

  it('a signature is changed by actions that come with a later one', async () => {
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
  ])('a signature is changed by %s', async (_name, change) => {
    const shown = await byAnna((pdf) => {
      stamp(pdf, 'empty', BLANK);
      stamp(pdf, 'first', BLANK);
    });
    expect(await judged(await changedAfterwards(shown, change))).toMatchObject({ verdict: 'changed' });
  });
});
