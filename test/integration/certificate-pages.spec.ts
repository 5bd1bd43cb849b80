import { envelopeIdOf } from '../../src/audit-chain/envelope-id.js';
import { firstDocument } from '../../src/audit-chain/evidence-version-2.js';
import { CertificateContents } from '../../src/completion/certificate-contents.js';
import { typesetCertificate } from '../../src/pdf/certificate/completion-certificate.js';
import { type CertificateDetails } from '../../src/pdf/pdf-inputs.js';
import { sharedTestApp } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { pagePicture } from '../support/page-pictures.js';
import { printedLines } from '../support/printed-lines.js';
import { readQrCodes } from '../support/qr-code.js';
import { sealedContents } from '../support/sealed-contents.js';
import { sendRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

const HEADING = 13;
/** Below this only the footer stands, in points from the top of an A4 page. */
const FOOT = 841.89 - 54;
/** The background of the badge: red, green, blue. */
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
    const contents = test.app.get(CertificateContents, { strict: false });
    const details = await contents.gather(...(await sealedContents(test, request.id)));
    whole = { ...details, publicUrl: 'https://sign.example', systemFonts: [] };
  });

  /** A certificate with this many signers and events; each moves what follows up or down. */
  async function shortened(signers: number, shown: number): Promise<Buffer> {
    const evidence = {
      ...whole.evidence,
      signers: whole.evidence.signers.slice(0, signers),
      events: whole.evidence.events.slice(0, shown),
    };
    const details = { ...whole, signers: whole.signers.slice(0, signers), evidence };
    return Buffer.from(await typesetCertificate(details));
  }

  /** Checks certificates of this many signers: with all events, then repeatedly without the last `step` events. */
  async function expectWellEnded(signers: number, step: number): Promise<void> {
    const { events } = whole.evidence;
    const envelope = envelopeIdOf(events[0]!.hash);
    for (let shown = events.length; shown > 0; shown -= step)
      for (const lines of printedLines(await shortened(signers, shown))) {
        const above = lines.filter(({ y }) => y < FOOT);
        const lowest = Math.max(...above.map(({ y }) => y));
        expect(above.filter(({ y }) => y > lowest - 1).map(({ size }) => size)).not.toContain(HEADING);
        const foot = lines.filter(({ y }) => y >= FOOT).map(({ text }) => text.replace(/\s/g, ''));
        expect(foot.join('')).toContain(envelope);
      }
  }

  it('no page ends with a heading, and every page names the envelope', () => expectWellEnded(3, 12), 120_000);

  inDepth.each<[signers: number, step: number]>([
    [1, 4],
    [3, 4],
    [4, 9],
    [6, 9],
  ])('no page ends with a heading, wherever it breaks: %d signers', expectWellEnded, 120_000);

  it('counts signature pages only where there are some', async () => {
    const { pages } = firstDocument(whole.evidence);
    expect(pdfText(await shortened(1, 11))).toContain(`${pages}, including signature pages`);
    const without = pdfText(Buffer.from(await typesetCertificate({ ...whole, hasSignaturePages: [false] })));
    expect(without).toMatch(new RegExp(`Pages\\s+${pages}\\n`));
    expect(without).not.toContain('including signature pages');
  });

  inDepth(
    'a request with one signer has two pages, and the first has the signer and all evidence for the signature',
    async () => {
      const pages = printedLines(await shortened(1, 11));
      expect(pages).toHaveLength(2);
      const first = pages[0]!
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' ');
      for (const words of ['Signers', 'Strength', 'Agreed on']) expect(first).toContain(words);
    },
  );

  inDepth('characters without a font are marked, and the mark is explained', async () => {
    const request = { ...whole.evidence.request, documentName: 'Lease 𓀀' };
    const evidence = { ...whole.evidence, request };
    const certificate = await typesetCertificate({ ...whole, evidence });
    const text = pdfText(Buffer.from(certificate)).replace(/\s+/g, ' ');
    expect(text).toContain('Lease �');
    expect(text).toContain('� replaces characters that this typeface does not have; evidence.json contains');
  });

  inDepth(
    'the first page has a badge and a QR code that opens the document check, and hashes in one width',
    async () => {
      const certificate = await shortened(6, whole.evidence.events.length);
      const picture = pagePicture(certificate, 1);
      expect(await readQrCodes(picture)).toEqual(['https://sign.example/verify-document']);
      const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const isBadge = (pixel: number) => BADGE.every((value, at) => data[3 * pixel + at] === value);
      const ground = Array.from({ length: info.width * info.height }, (_none, pixel) => pixel).filter(
        isBadge,
      );
      expect(ground.length).toBeGreaterThan(1_000);
      expect(ground.every((pixel) => pixel % info.width > info.width / 2)).toBe(true);
      expect(ground.every((pixel) => pixel / info.width < info.height / 6)).toBe(true);
      const lines = printedLines(certificate).flat();
      expect(lines.slice(0, 2).map(({ text }) => text)).toContain('Completed');
      expect(lines.filter(({ size }) => size === HEADING).length).toBeGreaterThan(3);
      const hashes = lines.filter(({ text }) => /^[0-9a-f]{64}$/.test(text));
      expect(hashes.length).toBeGreaterThanOrEqual(3);
      expect(new Set(hashes.map(({ font }) => font))).toEqual(new Set(['PTMono-Regular']));
    },
  );
});
