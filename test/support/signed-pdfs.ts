import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfString } from '@libpdf/core';
import {
  prepareDocument,
  sealDocument,
  sealPrepared,
  signPrepared,
} from '../../src/pdf/signing/seal-document.js';
import { addField, emptyField, type FieldBox, UNSEEN } from '../../src/pdf-signatures/form-field.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { wordsFor } from './stamp-words.js';

const CONTENTS_BYTES = 12_288;

const AT = '2026-03-12T10:00:00.000Z';
const SEAL = { name: 'Acme', reason: 'Sealed by Acme after everyone had signed', at: AT };

function stamps(type: 'fast' | 'advanced') {
  const signers = ['Anna Maria Eriksson', 'Jonas Brandt'].map((name) => ({
    name,
    email: `${name.split(' ')[0]!.toLowerCase()}@signers.test`,
    signedAt: '2026-03-12T09:30:05.123Z',
    type,
    method: 'Signed with a click, through a personal link',
    mark: { kind: 'typed' as const, text: name },
  }));
  const date = {
    kind: 'date' as const,
    page: 1,
    x: 60,
    y: 60,
    width: 150,
    height: 20,
    tagBox: null,
    form: null,
  };
  const places = signers.map((_signer, signer) => ({
    ...date,
    y: 60 + 40 * signer,
    signer,
    value: '12 March 2026',
  }));
  const documentSha256 = 'ab'.repeat(32);
  const words = wordsFor(signers.length);
  return {
    words,
    documentName: 'Lease of the mill',
    documentSha256,
    signers,
    places,
    carriesSignatures: false,
  };
}

/** A document with the marks of two signers, sealed as this service seals it. */
export async function sealedPdf(original: Buffer, key: SealingKey): Promise<Buffer> {
  const { pdf } = await sealDocument(original, stamps('fast'), SEAL, (digest) => signDetached(digest, key));
  return Buffer.from(pdf);
}

/** The same, but each signer signs with their own key in a separate update, with a date on the first page. */
export async function advancedPdf(
  original: Buffer,
  signers: SealingKey[],
  seal: SealingKey,
): Promise<Buffer> {
  const details = stamps('advanced');
  let { pdf } = await prepareDocument(original, details);
  for (const [signer, key] of signers.entries()) {
    const signing = { signer, name: details.signers[signer]!.name, reason: 'Signed the document', at: AT };
    ({ pdf } = await signPrepared(pdf, details, signing, (digest) => signDetached(digest, key)));
  }
  return Buffer.from((await sealPrepared(pdf, SEAL, (digest) => signDetached(digest, seal))).pdf);
}

/** A signature as other software makes it. */
export interface OtherSignature {
  fieldName?: string;
  box?: FieldBox;
  subFilter?: string;
  /** Makes the CMS message for the content, in DER. */
  message: (content: Buffer) => Buffer | Promise<Buffer>;
  /** Whether the byte range leaves out only the digits, so the angle brackets around them are signed. */
  signsBrackets?: boolean;
  /** Further entries of the signature dictionary. */
  entries?: Record<string, PdfObject>;
  /** Further changes in the same update. */
  change?: (pdf: PDF) => void;
}

/** Signs in an incremental update, as other software does. */
export async function signedByOther(original: Buffer, signature: OtherSignature): Promise<Buffer> {
  const {
    fieldName = 'Signature1',
    box = UNSEEN,
    subFilter = 'adbe.pkcs7.detached',
    message,
    signsBrackets = false,
    entries = {},
    change,
  } = signature;
  const pdf = await PDF.load(original);
  change?.(pdf);
  if (
    !pdf
      .getForm()
      ?.getSignatureFields()
      .some(({ name }) => name === fieldName)
  )
    addField(pdf, pdf.getPages()[0]!, { kind: 'signature', name: fieldName, label: fieldName, box });
  const value = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter),
    ByteRange: PdfArray.of(...[0, 9_999_999_999, 9_999_999_999, 9_999_999_999].map((at) => PdfNumber.of(at))),
    Contents: new PdfString(new Uint8Array(CONTENTS_BYTES), 'hex'),
    ...entries,
  });
  emptyField(pdf, fieldName).set('V', pdf.register(value));
  const bytes = Buffer.from(await pdf.save({ incremental: true }));
  const digits = bytes.lastIndexOf(`<${'0'.repeat(2 * CONTENTS_BYTES)}>`) + 1;
  const bracket = signsBrackets ? 0 : 1;
  const [start, end] = [digits - bracket, digits + 2 * CONTENTS_BYTES + bracket];
  const kept = Array<string>(3).fill('9999999999').join(' ');
  const range = `${start} ${end} ${bytes.length - end}`.padEnd(kept.length);
  bytes.write(range, bytes.lastIndexOf(kept), 'latin1');
  const made = await message(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  bytes.write(made.toString('hex'), digits, 'latin1');
  return bytes;
}

/** Changes a signed document in an incremental update, as anyone can. */
export async function changedAfterwards(original: Buffer, change: (pdf: PDF) => void): Promise<Buffer> {
  const pdf = await PDF.load(original);
  change(pdf);
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** A signer with a self-signed certificate from OpenSSL. */
export class OpensslSigner {
  private readonly folder = mkdtempSync(join(tmpdir(), 'countersign-openssl-'));

  constructor(newKey: string[], name: string, further: string[] = []) {
    this.run([
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      ...newKey,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-days',
      '3650',
      '-subj',
      `/CN=${name}`,
      ...further,
    ]);
  }

  get certificatePem(): string {
    return readFileSync(join(this.folder, 'cert.pem'), 'utf8');
  }

  /** @returns a detached CMS message for the content; `options` are passed to `openssl cms` */
  sign(content: Buffer, ...options: string[]): Buffer {
    writeFileSync(join(this.folder, 'content'), content);
    this.run([
      'cms',
      '-sign',
      '-binary',
      '-in',
      'content',
      '-signer',
      'cert.pem',
      '-inkey',
      'key.pem',
      '-outform',
      'DER',
      '-out',
      'message',
      ...options,
    ]);
    return readFileSync(join(this.folder, 'message'));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(args: string[]): void {
    const { status, stderr } = spawnSync('openssl', args, { cwd: this.folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  }
}

/** Whether `openssl cms -verify` accepts a message for this content, trusting only `authority` (DER). */
export function opensslHolds(message: Buffer, content: Buffer, authority: Buffer): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-openssl-'));
  try {
    writeFileSync(join(folder, 'message'), message);
    writeFileSync(join(folder, 'content'), content);
    writeFileSync(join(folder, 'ca.pem'), new X509Certificate(authority).toString());
    const files = ['-in', 'message', '-content', 'content', '-CAfile', 'ca.pem', '-out', '/dev/null'];
    const args = ['cms', '-verify', '-inform', 'DER', '-binary', '-purpose', 'any', ...files];
    return spawnSync('openssl', args, { cwd: folder }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
