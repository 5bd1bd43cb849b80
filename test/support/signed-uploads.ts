import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { type ExpectedSignature } from '../../src/pdf/pdf-results.js';
import { type StampDetails, type StampPlace } from '../../src/pdf/signature-stamp.js';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { completionFault } from '../../src/pdf/signing/verify-completed-document.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { formPdf } from './form-samples.js';
import { assemblePdf, compressedPdf, ONE_PAGE, PAGE_TREE, textPdf } from './pdf-samples.js';
import { type OpensslSigner, type OtherSignature, signedByOther } from './signed-pdfs.js';
import { wordsFor } from './stamp-words.js';

const AT = '2026-03-12T10:00:00.000Z';
const SEAL = { name: 'Acme', reason: 'Sealed by Acme after everyone had signed', at: AT };

/** Signed uploads of several shapes, as other software leaves them. */
export async function signedUploads(signer: OpensslSigner): Promise<Record<string, Buffer>> {
  const sign = (original: Buffer, options: Partial<OtherSignature> = {}) =>
    signedByOther(original, { message: (content) => signer.sign(content), ...options });
  const plain = await textPdf(2);
  const form = await sign(formPdf(), { fieldName: 'first' });
  const visible = { fieldName: 'Approval', box: { x: 60, y: 60, width: 160, height: 40 } };
  return {
    invisible: await sign(plain),
    visible: await sign(plain, visible),
    'signed twice': await sign(await sign(plain), visible),
    'with a cross-reference stream': await sign(await compressedPdf(2)),
    'a form': form,
    'a form with a lock for one of its fields': await lockingPdf(signer, 'Include', ['price']),
    'with usage rights': await sign(usageRightsPdf()),
    'with other flags': await sign(plain, { change: (pdf) => flagForm(pdf) }),
  };
}

/** A form signed with a lock (ISO 32000-2 §12.8.2.4), both in its field and in its signature. */
export function lockingPdf(
  signer: OpensslSigner,
  action: 'All' | 'Include' | 'Exclude',
  fields: string[],
): Promise<Buffer> {
  const rule = (type: string) =>
    PdfDict.of({
      Type: PdfName.of(type),
      Action: PdfName.of(action),
      ...(action !== 'All' && { Fields: new PdfArray(fields.map((name) => PdfString.fromString(name))) }),
    });
  return signedByOther(formPdf(), {
    fieldName: 'first',
    message: (content) => signer.sign(content),
    entries: { Reference: referenceTo('FieldMDP', rule('TransformParams')) },
    change: (pdf) => fieldNamed(pdf, 'first').set('Lock', rule('SigFieldLock')),
  });
}

/** How a signature states its rule for later changes. */
export const referenceTo = (method: string, parameters: PdfDict): PdfArray =>
  PdfArray.of(
    PdfDict.of({
      Type: PdfName.of('SigRef'),
      TransformMethod: PdfName.of(method),
      TransformParams: parameters,
      // As Acrobat writes it: the catalog.
      Data: PdfRef.of(1, 0),
    }),
  );

/** A PDF whose usage rights refer to the catalog, like those of forms that Adobe Reader may save. */
export const usageRightsPdf = () =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /Perms << /UR3 4 0 R >> >>',
    PAGE_TREE,
    ONE_PAGE,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 10 20 10] /Contents <00>
      /Reference [<< /Type /SigRef /TransformMethod /UR3 /Data 1 0 R /TransformParams << /Type /TransformParams /V /2.2 /Form [/Add] >> >>] >>`,
  ]);

/** The field of a form with this name. */
export function fieldNamed(pdf: PDF, name: string): PdfDict {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.getObject(ref));
  const fields = [...(form?.getArray('Fields', (ref) => pdf.getObject(ref)) ?? [])];
  const found = fields
    .map((item) => (item.type === 'ref' ? pdf.getObject(item) : item))
    .find((field): field is PdfDict => field instanceof PdfDict && field.getString('T')?.asString() === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Some software writes only that there is a signature. */
function flagForm(pdf: PDF): void {
  pdf.getCatalog().set('AcroForm', PdfDict.of({ Fields: new PdfArray([]), SigFlags: PdfNumber.of(1) }));
}

/** Where two signers leave their marks, clear of what the uploads show; none for a request without places. */
export const markPlaces = (...kinds: ('signature' | 'initials')[]): StampPlace[] =>
  kinds.map((kind, index) => ({
    ...{ kind, page: 1, signer: index % 2, tagBox: null, form: null },
    ...{ x: 205, y: 6 + 22 * index, width: 90, height: 20 },
    value: kind === 'initials' ? 'AE' : '',
  }));

export function stampsAt(places: StampPlace[], type: 'fast' | 'advanced'): StampDetails {
  const signers = ['Anna Maria Eriksson', 'Jonas Brandt'].map((name) => ({
    name,
    email: `${name.split(' ')[0]!.toLowerCase()}@signers.test`,
    signedAt: '2026-03-12T09:30:05.123Z',
    type,
    method: 'Signed with a click, through a personal link',
    mark: { kind: 'typed' as const, text: name },
  }));
  const documentSha256 = 'ab'.repeat(32);
  return {
    words: wordsFor(2),
    documentName: 'Lease of the mill',
    documentSha256,
    signers,
    places,
    carriesSignatures: true,
  };
}

/** A document with its signatures, and its faults after the first step that went wrong. */
export interface Completed {
  pdf: Buffer;
  fault: string | null;
}

/** Signed by the organization only. */
export async function completedBySeal(
  upload: Buffer,
  places: StampPlace[],
  key: SealingKey,
): Promise<Completed> {
  const sealed = await sealDocument(upload, stampsAt(places, 'fast'), SEAL, (digest) =>
    signDetached(digest, key),
  );
  const signatures = [{ fieldName: sealed.fieldName, certificate: key.certificate }];
  const fault = await completionFault({
    original: upload,
    completed: sealed.pdf,
    expected: { pages: sealed.pages, signatures },
  });
  return { pdf: Buffer.from(sealed.pdf), fault };
}

/**
 * Signed by two signers with their own keys, and sealed.
 * @param keys of the signers and of the seal
 * @param isLaidOutBefore as by the version that added pages to documents with signatures
 */
export async function completedBySigners(
  upload: Buffer,
  places: StampPlace[],
  keys: readonly [SealingKey, SealingKey, SealingKey],
  isLaidOutBefore = false,
): Promise<Completed> {
  const details = stampsAt(places, 'advanced');
  let { pdf } = await prepareDocument(upload, { ...details, carriesSignatures: !isLaidOutBefore });
  const signatures: ExpectedSignature[] = [];
  const faults: (string | null)[] = [];
  for (const [signer, key] of keys.entries()) {
    const sign = (digest: Buffer) => signDetached(digest, key);
    const signing = { signer, name: `Signer ${signer + 1}`, reason: 'Signed the document', at: AT };
    const step =
      signer < 2 ? await signPrepared(pdf, details, signing, sign) : await sealPrepared(pdf, SEAL, sign);
    ({ pdf } = step);
    signatures.push({ fieldName: step.fieldName, certificate: key.certificate });
    const expected = { pages: step.pages, signatures };
    faults.push(await completionFault({ original: upload, completed: pdf, expected }));
  }
  return { pdf: Buffer.from(pdf), fault: faults.find((fault) => fault !== null) ?? null };
}
