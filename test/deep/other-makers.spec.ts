import { PDF } from '@libpdf/core';
import { checkFile } from '../../src/signed-pdf-checks/check-file.js';
import { type SignatureFacts } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { encryptedPdf, objectStreamBomb, textPdf } from '../support/pdf-samples.js';
import { OpensslSigner, signedByOther } from '../support/signed-pdfs.js';

const RSA = ['rsa:2048'];
const P384 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'];

describe('signatures by other software', () => {
  let rsa: OpensslSigner;
  let original: Buffer;

  beforeAll(async () => {
    rsa = new OpensslSigner(RSA, 'Jane Doe');
    original = await textPdf();
  });
  afterAll(() => rsa.close());

  async function only(pdf: Buffer, authorities = ''): Promise<SignatureFacts> {
    const checked = await checkDocument({ pdf, authorities });
    if (!checked.ok) throw new Error(checked.reason);
    expect(checked.facts.signatures).toHaveLength(1);
    return checked.facts.signatures[0]!;
  }

  it.each([
    ['SHA-256', []],
    ['SHA-384', ['-md', 'sha384']],
    ['SHA-512, its key named by an identifier', ['-md', 'sha512', '-keyid']],
    ['RSASSA-PSS', ['-keyopt', 'rsa_padding_mode:pss']],
    [
      'RSASSA-PSS with SHA-512',
      ['-md', 'sha512', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:20'],
    ],
    ['a signing certificate in its attributes', ['-cades']],
    ['no attributes', ['-noattr']],
  ])('accepts signatures with %s', async (_name, options) => {
    const pdf = await signedByOther(original, { message: (content) => rsa.sign(content, ...options) });
    const signature = await only(pdf);
    expect(signature).toMatchObject({ check: { outcome: 'holds' }, coverage: 'whole_file' });
    expect(signature.signers).toMatchObject([{ certificate: { name: 'Jane Doe', anchor: null } }]);
    const flipped = Buffer.from(pdf);
    flipped[300]! ^= 1;
    expect((await only(flipped)).check).toEqual({ outcome: 'broken', because: 'content' });
  });

  it('accepts a signature with a P-384 key', async () => {
    const signer = new OpensslSigner(P384, 'Jane Doe');
    const pdf = await signedByOther(original, {
      message: (content) => signer.sign(content, '-md', 'sha512'),
    });
    expect((await only(pdf)).check).toEqual({ outcome: 'holds' });
    signer.close();
  });

  it('takes the time of the CMS message if the document states none', async () => {
    const pdf = await signedByOther(original, { message: (content) => rsa.sign(content) });
    expect((await only(pdf)).statedTime).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('calls signatures with SHA-1 or short keys weak', async () => {
    const weak = await signedByOther(original, { message: (content) => rsa.sign(content, '-md', 'sha1') });
    expect((await only(weak)).check).toEqual({ outcome: 'weak' });
    const short = new OpensslSigner(['rsa:1024'], 'Jane Doe');
    const pdf = await signedByOther(original, { message: (content) => short.sign(content) });
    expect((await only(pdf)).check).toEqual({ outcome: 'weak' });
    short.close();
  });

  it.each([
    ['format', 'adbe.x509.rsa_sha1', []],
    ['format', 'adbe.pkcs7.sha1', []],
    ['content_inside', 'adbe.pkcs7.detached', ['-nodetach']],
    ['certificate_missing', 'adbe.pkcs7.detached', ['-nocerts']],
  ])('reports a signature as unchecked: %s (%s %s)', async (because, subFilter, options) => {
    const pdf = await signedByOther(original, {
      subFilter,
      message: (content) => rsa.sign(content, ...options),
    });
    expect((await only(pdf)).check).toEqual({ outcome: 'unchecked', because });
  });

  it('calls a signature unreadable if it is not CMS, or something follows it', async () => {
    for (const message of [Buffer.from('not a message'), Buffer.alloc(0)]) {
      const pdf = await signedByOther(original, { message: () => message });
      expect((await only(pdf)).check).toEqual({ outcome: 'unchecked', because: 'unreadable' });
    }
    const message = (content: Buffer) =>
      Buffer.concat([rsa.sign(content), Buffer.alloc(9), Buffer.from('more')]);
    expect((await only(await signedByOther(original, { message }))).check).toEqual({
      outcome: 'unchecked',
      because: 'unreadable',
    });
  });

  it('a signature chains to a given authority only', async () => {
    const pdf = await signedByOther(original, { message: (content) => rsa.sign(content) });
    const other = new OpensslSigner(RSA, 'Jane Doe');
    const anchorBy = async (pem: string) => (await only(pdf, pem)).signers[0]!.certificate.anchor;
    expect(await anchorBy(rsa.certificatePem)).toBe('given');
    expect(await anchorBy(other.certificatePem)).toBeNull();
    other.close();
  });

  it('flags a certificate for another use', async () => {
    const server = new OpensslSigner(RSA, 'www.example.com', ['-addext', 'extendedKeyUsage=serverAuth']);
    const pdf = await signedByOther(original, { message: (content) => server.sign(content) });
    expect((await only(pdf)).signers[0]!.certificate.isForOtherUse).toBe(true);
    server.close();
  });

  it('rejects a signature whose byte range leaves something out', async () => {
    const pdf = await signedByOther(original, { message: (content) => rsa.sign(content) });
    const text = pdf.toString('latin1');
    const [range, end, length] = /\/ByteRange \[0 \d+ (\d+) (\d+) *\]/.exec(text)!;
    const shorter = range.replace(
      `${end} ${length}`,
      `${end} ${String(Number(length) - 5).padEnd(length!.length)}`,
    );
    const from = range.replace('[0 ', '[5 ');
    for (const changed of [shorter, from]) {
      const { check } = await only(Buffer.from(text.replace(range, changed), 'latin1'));
      expect(check).toMatchObject({ outcome: 'broken' });
    }
  });

  it('reports files that are not PDF, damaged, encrypted or too complex without an error', async () => {
    const answerTo = async (pdf: Buffer) => {
      const checked = await checkFile(pdf, '', { timeoutMs: 60_000, maxResidentMb: 300 });
      return checked.ok ? checked.facts : checked.reason;
    };
    expect(await answerTo(Buffer.from('Dear Jane'))).toBe('not_a_pdf');
    expect(await answerTo(Buffer.alloc(0))).toBe('not_a_pdf');
    expect(await answerTo(Buffer.from('%PDF-1.7\nand nothing else'))).toBe('damaged');
    expect(await answerTo(await encryptedPdf('secret'))).toBe('encrypted');
    expect(await answerTo(await encryptedPdf(''))).toBe('encrypted');
    expect(await answerTo(objectStreamBomb(200))).toBe('too_complex');
    expect(await answerTo(original)).toMatchObject({ signatures: [], lostSignatures: 0 });
  }, 120_000);

  it('finds signatures that the document no longer contains in its bytes', async () => {
    const pdf = await signedByOther(original, { message: (content) => rsa.sign(content) });
    const without = Buffer.from(pdf.toString('latin1').replaceAll('/AcroForm', '/AcroFxrm'), 'latin1');
    const checked = await checkDocument({ pdf: without, authorities: '' });
    expect(checked).toMatchObject({ ok: true, facts: { signatures: [], lostSignatures: 1 } });
    expect((await PDF.load(without)).getPageCount()).toBe(1);
  });
});
