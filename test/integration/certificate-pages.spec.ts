import { CertificateContents } from '../../src/completion/certificate-contents.service.js';
import { typesetCertificate } from '../../src/pdf/certificate/completion-certificate.js';
import { type CertificateDetails } from '../../src/pdf/pdf-inputs.js';
import { Signature } from '../../src/signatures/signature.entity.js';
import { sharedTestApp } from '../support/app.js';
import { pagePicture } from '../support/page-pictures.js';
import { printedLines } from '../support/printed-lines.js';
import { readQrCodes } from '../support/qr-code.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** The ground of the badge, red, green, blue. */
const BADGE = [0xe4, 0xf2, 0xe7];
const SIGNERS = Array.from({ length: 6 }, (_none, index) => ({
  email: `signer${index}@signers.test`,
  name: `Signer Number ${index}`,
}));

describe('the pages of a certificate of completion', () => {
  let whole: CertificateDetails;

  beforeAll(async () => {
    const test = await sharedTestApp();
    const acme = await test.createOrganization({ name: 'Acme' });
    const request = await sendRequest(test, acme, 'fast', SIGNERS);
    for (const visitor of request.visitors) await visitor.sign();
    await until('it is completed', async () => (await request.status()) === 'completed');
    const signature = await test.dataSource.manager.findOneByOrFail(Signature, { id: request.id });
    const contents = await test.app.get(CertificateContents, { strict: false }).gather(signature);
    whole = { ...contents, publicUrl: 'https://sign.example', systemFonts: [] };
  });

  it('begin with a badge and a QR code that opens the check of documents, and set hashes in one width', async () => {
    const certificate = Buffer.from(await typesetCertificate(whole));
    const picture = pagePicture(certificate, 1);
    expect(await readQrCodes(picture)).toEqual(['https://sign.example/verify-document']);
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isBadge = (pixel: number) => BADGE.every((value, at) => data[3 * pixel + at] === value);
    const ground = Array.from({ length: info.width * info.height }, (_none, pixel) => pixel).filter(isBadge);
    expect(ground.length).toBeGreaterThan(1_000);
    expect(ground.every((pixel) => pixel % info.width > info.width / 2)).toBe(true);
    expect(ground.every((pixel) => pixel / info.width < info.height / 6)).toBe(true);
    const lines = printedLines(certificate).flat();
    expect(lines.slice(0, 2).map(({ text }) => text)).toContain('Completed');
    const hashes = lines.filter(({ text }) => /^[0-9a-f]{64}$/.test(text));
    expect(hashes.length).toBeGreaterThanOrEqual(3);
    expect(new Set(hashes.map(({ font }) => font))).toEqual(new Set(['PTMono-Regular']));
  });
});
