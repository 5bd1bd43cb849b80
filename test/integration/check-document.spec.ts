import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { type Change, type DocumentFacts } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { annotation, appearance, fill, formPdf } from '../support/form-samples.js';
import { inDepth } from '../support/in-depth.js';
import { compressedPdf, textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import {
  advancedPdf,
  changedAfterwards,
  OpensslSigner,
  sealedPdf,
  signedByOther,
} from '../support/signed-pdfs.js';

const NOW = '2026-06-01T00:00:00.000Z';

async function factsOf(pdf: Buffer): Promise<DocumentFacts> {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) throw new Error(checked.reason);
  return checked.facts;
}

describe('seals of this service', () => {
  inDepth.each(['p256', 'rsa3072'] as const)('this service’s own seal is intact (%s)', async (type) => {
    const key = await newSealingKey(type);
    for (const original of [await textPdf(2), await compressedPdf(2)]) {
      const facts = await factsOf(await sealedPdf(original, key));
      expect(facts).toMatchObject({ pages: 3, lostSignatures: 0 });
      const certificate = {
        name: 'Acme document seal',
        organization: 'Acme',
        issuer: 'Test authority',
        anchor: null,
        isForOtherUse: false,
        chain: [{ name: 'Test authority' }],
      };
      expect(facts.signatures).toMatchObject([
        {
          fieldName: 'Countersign-Seal',
          kind: 'signature',
          coverage: 'whole_file',
          check: { outcome: 'holds' },
          statedTime: '2026-03-12T10:00:00.000Z',
          shownOn: [],
          changes: [],
          signers: [{ certificate }],
        },
      ]);
      expect(verdictOf(facts, NOW)).toBe('intact');
    }
  });
});

describe('signers with their own keys', () => {
  it('signers with their own keys leave earlier signatures intact', async () => {
    const keys = [
      await newSealingKey('p256'),
      await newSealingKey('p256'),
      await newSealingKey('p256'),
    ] as const;
    const facts = await factsOf(await advancedPdf(await textPdf(2), keys.slice(0, 2), keys[2]));
    expect(facts.signatures.map(({ check }) => check)).toEqual(Array(3).fill({ outcome: 'holds' }));
    const kinds = facts.signatures.map(({ changes }) => changes!.map(({ kind }) => kind));
    expect(kinds).toEqual([['signatures_added', 'fields_filled'], ['signatures_added'], []]);
    expect(facts.signatures[0]!.shownOn).not.toEqual([]);
    expect(verdictOf(facts, NOW)).toBe('intact');
  });
});

describe('a change after a signature', () => {
  let anna: OpensslSigner;
  let jonas: OpensslSigner;
  let signed: Buffer;

  beforeAll(async () => {
    anna = new OpensslSigner(['rsa:2048'], 'Anna Maria Eriksson');
    jonas = new OpensslSigner(['rsa:2048'], 'Jonas Brandt');
    signed = await signedByOther(formPdf(), {
      fieldName: 'first',
      message: (content) => anna.sign(content),
      change: (pdf) => annotation(pdf, 9).set('AP', appearance(pdf)),
    });
  });
  afterAll(() => {
    anna.close();
    jonas.close();
  });

  const byJonas = (pdf: Buffer, change?: (pdf: PDF) => void) =>
    signedByOther(pdf, { fieldName: 'second', message: (content) => jonas.sign(content), change });

  async function verdictAfter(
    change: (pdf: PDF) => void,
  ): Promise<{ verdict: string; changes: Change[] | null }> {
    const facts = await factsOf(await changedAfterwards(signed, change));
    expect(facts.signatures[0]!.check).toEqual({ outcome: 'holds' });
    return { verdict: verdictOf(facts, NOW), changes: facts.signatures[0]!.changes };
  }

  it('a change of whitespace only is not reported', async () => {
    const facts = await factsOf(Buffer.concat([signed, Buffer.from('\n\n')]));
    expect(facts.signatures[0]).toMatchObject({ coverage: 'revision', changes: [] });
    expect(verdictOf(facts, NOW)).toBe('intact');
  });

  it('a later signature may add its appearance and the fields its signer fills in', async () => {
    const facts = await factsOf(
      await byJonas(signed, (pdf) => {
        fill(pdf, 6, PdfString.fromString('12 March 2026'));
        fill(pdf, 8, PdfName.of('Yes'));
        annotation(pdf, 10).set('AP', appearance(pdf));
        annotation(pdf, 8).set('AS', PdfName.of('Yes'));
        annotation(pdf, 6).set('Ff', PdfNumber.of(1));
      }),
    );
    expect(facts.signatures.map(({ changes }) => changes)).toEqual([
      [
        { kind: 'signatures_added', count: 1 },
        { kind: 'fields_filled', names: ['Countersign.Field.date', 'agreed'] },
      ],
      [],
    ]);
    expect(facts.signatures.map(({ shownOn }) => shownOn)).toEqual([[1], [1]]);
    expect(verdictOf(facts, NOW)).toBe('intact');
  });

  it('a later signature may add a new field and validation data', async () => {
    const further = await signedByOther(signed, {
      fieldName: 'third',
      message: (content) => jonas.sign(content),
    });
    const kept = await changedAfterwards(further, (pdf) =>
      pdf.getCatalog().set('DSS', PdfDict.of({ Type: PdfName.of('DSS'), Certs: PdfArray.of() })),
    );
    const facts = await factsOf(kept);
    expect(facts.signatures.map(({ changes }) => changes)).toEqual([
      [{ kind: 'signatures_added', count: 1 }, { kind: 'validation_data' }],
      [{ kind: 'validation_data' }],
    ]);
    expect(verdictOf(facts, NOW)).toBe('intact');
  });

  it('a field filled in after the last signature is reported as unsigned', async () => {
    const last = await byJonas(signed);
    const facts = await factsOf(
      await changedAfterwards(last, (pdf) => fill(pdf, 6, PdfString.fromString('12 March 2026'))),
    );
    expect(facts.signatures[1]!.changes).toEqual([
      { kind: 'fields_filled', names: ['Countersign.Field.date'] },
    ]);
    expect(verdictOf(facts, NOW)).toBe('changed');
  });

  it.each<[string, (pdf: PDF) => void, Change]>([
    ['an added page', (pdf) => void pdf.addPage({ size: 'a4' }), { kind: 'pages_added', pages: [2] }],
    [
      'a page put before',
      (pdf) => {
        pdf.addPage({ size: 'a4' });
        pdf.movePage(1, 0);
      },
      { kind: 'pages_added', pages: [1] },
    ],
    [
      'words on a page',
      (pdf) => void pdf.getPages()[0]!.drawText('not', { x: 9, y: 9 }),
      { kind: 'pages_changed', pages: [1] },
    ],
    [
      'another picture under the same name',
      (pdf) => {
        const resources = pdf.getPages()[0]!.dict.getDict('Resources')!.getDict('XObject')!;
        resources.set('P', appearance(pdf).get('N')!);
        pdf.getPages()[0]!.dict.set('Rotate', PdfNumber.of(0));
      },
      { kind: 'pages_changed', pages: [1] },
    ],
    [
      'another font under the same name',
      (pdf) =>
        (
          pdf.getObject(
            pdf.getPages()[0]!.dict.getDict('Resources')!.getDict('Font')!.getRef('F')!,
          ) as PdfDict
        ).set('BaseFont', PdfName.of('Symbol')),
      { kind: 'pages_changed', pages: [1] },
    ],
    [
      'a turned page',
      (pdf) => pdf.getPages()[0]!.dict.set('Rotate', PdfNumber.of(180)),
      { kind: 'pages_changed', pages: [1] },
    ],
    [
      'a note',
      (pdf) => {
        const note = PdfDict.of({
          Type: PdfName.of('Annot'),
          Subtype: PdfName.of('FreeText'),
          Rect: PdfArray.of(...[0, 0, 99, 99].map((n) => PdfNumber.of(n))),
        });
        pdf.getPages()[0]!.dict.getArray('Annots')!.push(pdf.register(note));
      },
      { kind: 'annotations_added', pages: [1] },
    ],
    [
      'a moved link',
      (pdf) => annotation(pdf, 12).set('Border', PdfArray.of()),
      { kind: 'annotations_changed', pages: [1] },
    ],
    [
      'a note taken away',
      (pdf) => pdf.getPages()[0]!.dict.getArray('Annots')!.pop(),
      { kind: 'annotations_removed', pages: [1] },
    ],
    [
      'another value in a filled field',
      (pdf) => annotation(pdf, 7).set('V', PdfString.fromString('900')),
      { kind: 'fields_changed', names: ['price'] },
    ],
    [
      'another appearance of a filled field',
      (pdf) => annotation(pdf, 7).set('AP', appearance(pdf)),
      { kind: 'fields_changed', names: ['price'] },
    ],
    [
      'an appearance for a field that nobody filled',
      (pdf) => annotation(pdf, 6).set('AP', appearance(pdf)),
      { kind: 'fields_changed', names: ['Countersign.Field.date'] },
    ],
    [
      'an appearance for a field that nobody signed',
      (pdf) => annotation(pdf, 10).set('AP', appearance(pdf)),
      { kind: 'fields_changed', names: ['second'] },
    ],
    [
      'another appearance of the signature',
      (pdf) => annotation(pdf, 9).set('AP', appearance(pdf, '0 0 4 4 re f')),
      { kind: 'fields_changed', names: ['first'] },
    ],
    [
      'a field in another place',
      (pdf) => annotation(pdf, 7).set('Rect', PdfArray.of(...[0, 0, 300, 400].map((n) => PdfNumber.of(n)))),
      { kind: 'fields_changed', names: ['price'] },
    ],
    [
      'a script',
      (pdf) => pdf.getCatalog().set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript') })),
      { kind: 'document_changed', parts: ['OpenAction'] },
    ],
    [
      'layers that can be hidden',
      (pdf) => pdf.getCatalog().set('OCProperties', PdfDict.of({})),
      { kind: 'document_changed', parts: ['OCProperties'] },
    ],
  ])('reports %s', async (_name, change, expected) => {
    const found = await verdictAfter(change);
    expect(found.changes).toContainEqual(expected);
    expect(found.verdict).toBe('changed');
  });

  it('reports changes by page in a long document sealed by this service', async () => {
    const sealed = await sealedPdf(await textPdf(4), await newSealingKey('p256'));
    const changed = await changedAfterwards(sealed, (pdf) => {
      pdf.getPages()[2]!.drawText('not', { x: 300, y: 700 });
      pdf.removePage(1);
      pdf.addPage({ size: 'a4' }).drawText('Appendix', { x: 72, y: 700 });
    });
    const facts = await factsOf(changed);
    expect(facts.signatures[0]!.changes).toEqual([
      { kind: 'pages_removed', pages: [2] },
      { kind: 'pages_changed', pages: [2] },
      { kind: 'pages_added', pages: [5] },
    ]);
  });

  it('reports no changes if the later revision has to be recovered', async () => {
    const broken = Buffer.concat([
      signed,
      Buffer.from('\n13 0 obj << /A 1 >> endobj\nstartxref\n7\n%%EOF\n'),
    ]);
    const facts = await factsOf(broken);
    expect(facts.signatures[0]!.changes).toBeNull();
    expect(verdictOf(facts, NOW)).toBe('unchecked');
  });
});
