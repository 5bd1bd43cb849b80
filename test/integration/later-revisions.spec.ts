import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core';
import { type Change } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { CraftedPdf } from '../support/crafted-pdf.js';
import { CHANGES, SPELLINGS } from '../support/crafted-updates.js';
import { annotation, appearance, fill, formPdf } from '../support/form-samples.js';
import { pdfWithCatalog, streamBody } from '../support/pdf-samples.js';
import { craftedUpdate, rentPdf } from '../support/sealed-update.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, OpensslSigner, sealedPdf, signedByOther } from '../support/signed-pdfs.js';

const NOW = '2026-06-01T00:00:00.000Z';
const DATE = 'Countersign.Field.date';

async function judged(pdf: Buffer): Promise<{ verdict: string; changes: (Change[] | null)[] }> {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) return { verdict: checked.reason, changes: [] };
  const { signatures } = checked.facts;
  return { verdict: verdictOf(checked.facts, NOW), changes: signatures.map(({ changes }) => changes) };
}

describe('an update after a seal', () => {
  let sealed: Buffer;

  beforeAll(async () => {
    sealed = await sealedPdf(rentPdf(), await newSealingKey('p256'));
  });

  it.each([
    ['unchecked', 'a table with the new content and a stream with the old one'],
    ['unchecked', 'an object in no table'],
    ['unchecked', 'an object and nothing else'],
    ['unchecked', 'a page with two contents'],
    ['changed', 'a new content'],
  ])('an update after a seal is %s: %s', async (verdict, name) => {
    expect(await judged(craftedUpdate(sealed, CHANGES[name]!))).toMatchObject({ verdict });
  });

  it('an update may use offsets of eight bytes', async () => {
    const spelled = craftedUpdate(sealed, SPELLINGS['a cross-reference stream with offsets of eight bytes']!);
    expect(await judged(spelled)).toEqual({ verdict: 'intact', changes: [[]] });
  });
});

describe('a document signed with other software', () => {
  let anna: OpensslSigner;
  let jonas: OpensslSigner;

  beforeAll(() => {
    anna = new OpensslSigner(['rsa:2048'], 'Anna Maria Eriksson');
    jonas = new OpensslSigner(['rsa:2048'], 'Jonas Brandt');
  });
  afterAll(() => {
    anna.close();
    jonas.close();
  });

  const byAnna = (change?: (pdf: PDF) => void, entries?: Record<string, PdfObject>, original = formPdf()) =>
    signedByOther(original, {
      fieldName: 'first',
      message: (content) => anna.sign(content),
      change,
      entries,
    });
  const byJonas = (pdf: Buffer, change?: (pdf: PDF) => void) =>
    signedByOther(pdf, { fieldName: 'second', message: (content) => jonas.sign(content), change });
  const filling = (pdf: PDF) => fill(pdf, 6, PdfString.fromString('12 March 2026'));

  const lock = (action: string, ...names: string[]) =>
    PdfDict.of({
      Action: PdfName.of(action),
      Fields: PdfArray.of(...names.map((name) => PdfString.fromString(name))),
    });
  const reference = (method: string, parameters: PdfDict) => ({
    Reference: PdfArray.of(PdfDict.of({ TransformMethod: PdfName.of(method), TransformParams: parameters })),
  });
  const certified = (level: number) =>
    byAnna(undefined, reference('DocMDP', PdfDict.of({ P: PdfNumber.of(level) })));

  it.each<[string, () => Promise<Buffer>]>([
    ['a lock of the field', () => byAnna((pdf) => annotation(pdf, 9).set('Lock', lock('Include', DATE)))],
    [
      'a lock above it',
      () => byAnna((pdf) => annotation(pdf, 9).set('Lock', lock('Include', 'Countersign'))),
    ],
    ['a lock of all', () => byAnna((pdf) => annotation(pdf, 9).set('Lock', lock('All')))],
    [
      'a lock of all others',
      () => byAnna((pdf) => annotation(pdf, 9).set('Lock', lock('Exclude', 'agreed'))),
    ],
    ['a transform', () => byAnna(undefined, reference('FieldMDP', lock('Include', DATE)))],
    ['a certification without permissions', () => certified(1)],
  ])('a field filled in against %s changes the document', async (_name, sign) => {
    const { verdict, changes } = await judged(await byJonas(await sign(), filling));
    expect(changes[0]).toContainEqual({
      kind: 'fields_changed',
      names: expect.arrayContaining([DATE]),
    });
    expect(verdict).toBe('changed');
  });

  it('a field that no lock names may be filled in', async () => {
    const signed = await byAnna((pdf) => annotation(pdf, 9).set('Lock', lock('Include', 'price')));
    expect(await judged(await byJonas(signed, filling))).toMatchObject({ verdict: 'intact' });
  });

  it('a certification permits filling in at its level, and signing only if it permits that', async () => {
    const permitted = await judged(await changedAfterwards(await certified(2), filling));
    expect(permitted).toEqual({
      verdict: 'intact',
      changes: [[{ kind: 'fields_permitted', names: [DATE] }]],
    });
    const forbidden = await judged(await byJonas(await certified(1)));
    expect(forbidden.changes[0]).toEqual([{ kind: 'signatures_forbidden', count: 1 }]);
    expect(forbidden.verdict).toBe('changed');
    const noted = await changedAfterwards(await certified(3), (pdf) => {
      annotation(pdf, 12).set('Border', PdfArray.of());
    });
    expect(await judged(noted)).toEqual({
      verdict: 'intact',
      changes: [[{ kind: 'annotations_permitted', pages: [1] }]],
    });
    const overwritten = await changedAfterwards(await certified(3), (pdf) => {
      annotation(pdf, 7).set('V', PdfString.fromString('900'));
      annotation(pdf, 7).set('AP', appearance(pdf));
    });
    expect(await judged(overwritten)).toMatchObject({ verdict: 'changed' });
  });

  const noted = (pdf: PDF) => void annotation(pdf, 12).set('Border', PdfArray.of());

  it.each<[number, string, string, string]>([
    [1, 'changed', 'changed', 'changed'],
    [2, 'intact', 'intact', 'changed'],
    [3, 'intact', 'intact', 'intact'],
  ])(
    'enforces P %i in the lock of a field, in a transform, and in both',
    async (level, signs, fills, notes) => {
      const locking = lock('Include', 'price');
      locking.set('P', PdfNumber.of(level));
      const looser = lock('Include', 'price');
      looser.set('P', PdfNumber.of(3));
      for (const signed of [
        await byAnna((pdf) => annotation(pdf, 9).set('Lock', locking)),
        await byAnna(undefined, reference('FieldMDP', locking)),
        await byAnna((pdf) => annotation(pdf, 9).set('Lock', looser), reference('FieldMDP', locking)),
      ]) {
        const verdicts = [
          await byJonas(signed),
          await changedAfterwards(signed, filling),
          await changedAfterwards(signed, noted),
        ].map(async (pdf) => (await judged(pdf)).verdict);
        expect(await Promise.all(verdicts)).toEqual([signs, fills, notes]);
      }
    },
  );

  it('defaults and permissions that come with a later signature change nothing', async () => {
    const signed = await byAnna(undefined, undefined, rentPdf());
    const later = await byJonas(signed, (pdf) => {
      const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref))!;
      form.set('DA', PdfString.fromString('/Helv 0 Tf 0 g'));
      form.set('DR', PdfDict.of({ ProcSet: PdfArray.of(PdfName.of('PDF')) }));
      const field = pdf.getForm()!.getSignatureFields()[0]!;
      pdf.getCatalog().set('Perms', PdfDict.of({ DocMDP: field.getSignatureDict()! }));
    });
    expect(await judged(later)).toEqual({
      verdict: 'intact',
      changes: [[{ kind: 'signatures_added', count: 1 }], []],
    });
  });

  it('reads a document whose earlier revision is written unusually', async () => {
    const file = new CraftedPdf(rentPdf());
    const [, prev] = /startxref\s+(\d+)/.exec(file.bytes.toString('latin1'))!;
    const trailer = `/Size 9 /Root 1 0 R /Prev ${prev}`;
    const offset = file.references(8, {}, trailer, { widths: [1, 8, 2], isCompressed: false });
    file.add(`startxref \n\n${offset}\n%%EOF\n`);
    expect(await judged(file.bytes)).toEqual({ verdict: 'unsigned', changes: [] });
  });
});

describe('a document without signatures', () => {
  it('reports no lost signature if usage rights or an attached file are signed', async () => {
    const signature =
      '<< /Type /Sig /SubFilter /adbe.pkcs7.detached /ByteRange [0 9 19 30] /Contents <00> >>';
    const rights = pdfWithCatalog('/Perms << /UR3 4 0 R >>', signature);
    expect((await judged(rights)).verdict).toBe('unsigned');
    expect((await judged(pdfWithCatalog('', streamBody(signature)))).verdict).toBe('unsigned');
    expect((await judged(pdfWithCatalog('', signature))).verdict).toBe('lost');
  });
});
