import { PDF } from '@libpdf/core';
import { fieldNames } from '../../src/pdf-signatures/form-field.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { inDepth } from '../support/in-depth.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { OpensslSigner } from '../support/signed-pdfs.js';
import {
  type Completed,
  completedBySeal,
  completedBySigners,
  markPlaces,
  signedUploads,
} from '../support/signed-uploads.js';
import { faultsSince } from '../support/update-rules.js';
import { pdfsig } from '../support/validators.js';

const usually = it;

let signer: OpensslSigner;
let uploads: Record<string, Buffer>;
let keys: [SealingKey, SealingKey, SealingKey];

beforeAll(async () => {
  signer = new OpensslSigner(['rsa:2048'], 'Jane Doe');
  uploads = await signedUploads(signer);
  keys = [await newSealingKey('p256'), await newSealingKey('p256'), await newSealingKey('p256')];
});
afterAll(() => signer.close());

/** The number of signatures in a completed document, if all are valid and only signatures were added. */
async function signaturesOf(upload: Buffer, { pdf, fault }: Completed): Promise<number> {
  expect(fault).toBeNull();
  expect(await faultsSince(upload, pdf)).toEqual([]);
  return pdfsig(pdf).filter(({ verdict }) => verdict !== '').length;
}

const USUAL = ['signed twice', 'a form with a lock for one of its fields'];
const FURTHER = ['invisible', 'visible', 'with a cross-reference stream', 'a form', 'with usage rights'];
const SHAPES = [...USUAL, ...FURTHER, 'with other flags'];

it('completes a document as the previous version laid it out', async () => {
  const upload = uploads['signed twice']!;
  for (const places of [[], markPlaces('signature', 'signature', 'initials')]) {
    const { pdf, fault } = await completedBySigners(upload, places, keys, true);
    expect(fault).toBeNull();
    expect(pdfsig(pdf).map(({ verdict }) => verdict)).toEqual(Array(5).fill('Signature is Valid.'));
    expect((await PDF.load(pdf)).getPageCount()).toBe(places.length > 0 ? 2 : 3);
  }
});

describe.each(SHAPES)('a document signed before (%s)', (shape) => {
  const it = USUAL.includes(shape) ? usually : inDepth;
  const before = () => (shape === 'signed twice' ? 2 : 1);

  it('keeps the signatures with a seal, and with marks signed by the organization', async () => {
    const upload = uploads[shape]!;
    const sealed = await completedBySeal(upload, [], keys[2]);
    expect(await signaturesOf(upload, sealed)).toBe(before() + 1);
    const marked = await completedBySeal(upload, markPlaces('signature', 'initials', 'signature'), keys[2]);
    expect(await signaturesOf(upload, marked)).toBe(before() + 4);
    expect(marked.pdf.toString('latin1')).toContain('(Signed by Jonas Brandt)');
    expect(sealed.pdf.toString('latin1')).toContain(': Anna Maria Eriksson, Jonas Brandt)');
  });

  it('keeps the signatures with those of the signers', async () => {
    const upload = uploads[shape]!;
    const unseen = await completedBySigners(upload, [], keys);
    expect(await signaturesOf(upload, unseen)).toBe(before() + 3);
    const places = markPlaces('signature', 'initials', 'initials', 'signature', 'signature');
    const marked = await completedBySigners(upload, places, keys);
    expect(await signaturesOf(upload, marked)).toBe(before() + 6);
    expect(fieldNames(await PDF.load(marked.pdf), 'Sig')).toContain('Countersign-Field3');
  });
});
