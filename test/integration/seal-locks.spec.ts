import { PDF, PdfArray, type PdfDict, PdfRef, PdfString } from '@libpdf/core';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { inspectDocument } from '../../src/pdf/inspection/inspect-document.js';
import { formWidgets } from '../../src/pdf/structure/form-widgets.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { fill, formPdf } from '../support/form-samples.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import {
  advancedPdf,
  changedAfterwards,
  OpensslSigner,
  sealedPdf,
  signedByOther,
} from '../support/signed-pdfs.js';
import {
  completedBySeal,
  completedBySigners,
  fieldNamed,
  usageRightsPdf,
} from '../support/signed-uploads.js';

const SEAL = 'Countersign-Seal';
/** The fields of `formPdf` but its unsigned signature fields. */
const FOREIGN = ['Countersign.Field.date', 'agreed', 'price'];
const READ_ONLY = 1;

/** What signers see of an upload. */
async function presentedOf(upload: Buffer): Promise<Buffer> {
  const found = await inspectDocument(upload);
  if (!found.ok || found.kind === 'docx') throw new Error(found.ok ? found.kind : found.code);
  return Buffer.from(found.pdf ?? upload);
}

async function judged(pdf: Buffer) {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) throw new Error(checked.reason);
  const changes = checked.facts.signatures.flatMap((signature) => signature.changes ?? []);
  return { verdict: verdictOf(checked.facts, '2026-06-01T00:00:00.000Z'), changes };
}

/** The fields that the seal locks, by its own entry and by its signature (ISO 32000-2 §12.8.2.4). */
async function lockedBySeal(bytes: Buffer): Promise<{ lock: string[]; transform: string[] }> {
  const pdf = await PDF.load(bytes);
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  const seal = fieldNamed(pdf, SEAL);
  const namesIn = (rule: PdfDict | undefined) =>
    [...(rule?.getArray('Fields', resolve) ?? [])].map((name) => (name as PdfString).asString()).sort();
  const references = seal.getDict('V', resolve)!.getArray('Reference', resolve) ?? PdfArray.of();
  const transforms = [...references].map(
    (each) => (each instanceof PdfRef ? pdf.getObject(each) : each) as PdfDict,
  );
  const transform = transforms.find((each) => each.getName('TransformMethod')?.value === 'FieldMDP');
  expect(transform?.getDict('TransformParams', resolve)?.getName('Action')?.value).toBe('Include');
  expect(seal.getDict('Lock', resolve)?.getName('Action')?.value).toBe('Include');
  return {
    lock: namesIn(seal.getDict('Lock', resolve)),
    transform: namesIn(transform?.getDict('TransformParams', resolve)),
  };
}

/** The names of the fields that pdf.js lets a reader fill in. */
async function inputsOf(pdf: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const names: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const fields = (await (await document.getPage(number)).getAnnotations()) as {
      fieldType?: string;
      fieldName?: string;
      readOnly?: boolean;
    }[];
    const open = fields.filter(
      ({ fieldType, readOnly }) => ['Tx', 'Btn', 'Ch'].includes(fieldType!) && !readOnly,
    );
    names.push(...open.map(({ fieldName }) => fieldName!));
  }
  await task.destroy();
  return names.sort();
}

describe('the fields of a form that is sealed', () => {
  let jane: OpensslSigner;
  let presented: Buffer;

  beforeAll(async () => {
    jane = new OpensslSigner(['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], 'Jane Doe');
    presented = await presentedOf(formPdf());
  });
  afterAll(() => jane.close());

  it('are read-only in the presented file, but for signature fields', async () => {
    expect(await inputsOf(formPdf())).toEqual(FOREIGN);
    expect(await inputsOf(presented)).toEqual([]);
    const widgets = formWidgets(await PDF.load(presented));
    const flags = Object.fromEntries(widgets.map((each) => [each.name, each.flags & READ_ONLY]));
    expect(flags).toEqual({
      ...Object.fromEntries(FOREIGN.map((name) => [name, READ_ONLY])),
      first: 0,
      second: 0,
    });
  });

  it.each(['the seal', 'the signers'])(
    'are locked by the seal, and stay as sealed: signed by %s',
    async (by) => {
      const [key, anna, jonas] = [
        await newSealingKey('p256'),
        await newSealingKey('p256'),
        await newSealingKey('p256'),
      ];
      const sealed =
        by === 'the seal'
          ? await sealedPdf(presented, key)
          : await advancedPdf(presented, [anna, jonas], key);
      expect(await lockedBySeal(sealed)).toEqual({ lock: FOREIGN, transform: FOREIGN });
      expect(await judged(sealed)).toMatchObject({ verdict: 'intact' });
      expect((await inputsOf(sealed)).filter((name) => FOREIGN.includes(name))).toEqual([]);
      for (const name of FOREIGN) {
        const later = await changedAfterwards(sealed, (pdf) => {
          const field = formWidgets(pdf).find((each) => each.name === name)!.field;
          field.set('V', PdfString.fromString('filled in'));
        });
        expect(await judged(later)).toMatchObject({
          verdict: 'changed',
          changes: expect.arrayContaining([{ kind: 'fields_changed', names: [name] }]),
        });
        const signed = await signedByOther(later, {
          fieldName: 'second',
          message: (content) => jane.sign(content),
        });
        expect(await judged(signed)).toMatchObject({ verdict: 'changed' });
      }
    },
  );

  it('are locked where the upload carries signatures, which stay as they are', async () => {
    const upload = await signedByOther(formPdf(), {
      fieldName: 'first',
      message: (content) => jane.sign(content),
    });
    const keys = [
      await newSealingKey('p256'),
      await newSealingKey('p256'),
      await newSealingKey('p256'),
    ] as const;
    for (const { pdf, fault } of [
      await completedBySeal(upload, [], keys[2]),
      await completedBySigners(upload, [], keys),
    ]) {
      expect(fault).toBeNull();
      const names = [...FOREIGN, 'first'].sort();
      expect(await lockedBySeal(pdf)).toEqual({ lock: names, transform: names });
      const later = await changedAfterwards(pdf, (doc) => fill(doc, 6, PdfString.fromString('1 May 2026')));
      expect(await judged(later)).toMatchObject({ verdict: 'changed' });
    }
  });

  it('without any field the seal locks none', async () => {
    const sealed = await sealedPdf(await presentedOf(await textPdf()), await newSealingKey('p256'));
    expect(fieldNamed(await PDF.load(sealed), SEAL).has('Lock')).toBe(false);
  });
});

it('usage rights are gone from the presented file and from the sealed one', async () => {
  const upload = usageRightsPdf();
  expect((await PDF.load(upload)).getCatalog().has('Perms')).toBe(true);
  const presented = await presentedOf(upload);
  const sealed = await sealedPdf(presented, await newSealingKey('p256'));
  for (const pdf of [presented, sealed]) {
    expect((await PDF.load(pdf)).getCatalog().has('Perms')).toBe(false);
    expect(pdf.toString('latin1')).not.toContain('UR3');
  }
  expect(await judged(sealed)).toEqual({ verdict: 'intact', changes: [] });
});
