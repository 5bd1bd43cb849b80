import { PDF } from '@libpdf/core';
import { addArchive } from '../../src/pdf-signatures/archive-signatures.js';
import { readLevel } from '../../src/pdf-signatures/read-level.js';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { addToSecurityStore, readSecurityStore } from '../../src/pdf-signatures/security-store.js';
import { TimeStamps } from '../../src/pdf-signatures/time-stamps.js';
import { judge } from '../../src/signed-pdf-checks/domain/statements.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { advancedPdf, changedAfterwards, sealedPdf } from '../support/signed-pdfs.js';
import { ANNA, sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

const LONGEST_MS = 240_000;
const SEAL = 'Countersign-Seal';

async function judged(pdf: Buffer): Promise<[level: string | null, verdict: string, headline: string]> {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) throw new Error(checked.reason);
  const at = { now: new Date().toISOString(), organizations: new Map(), speaker: 'computer' as const };
  const { verdict, headline } = judge(checked.facts, at);
  return [await readLevel(pdf, SEAL), verdict, headline.key];
}

const UNCHANGED = ['intact', 'checking.headline.intact.named'];

describe.each(['fast', 'advanced'])('the seal of a request (%s)', (type) => {
  let authority: TimeStampAuthority;
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    mailbox = await Mailbox.start();
    test = await startTestApp({
      ...{ tsaUrl: authority.url, tsaCaFile: authority.caFile, smtpUrl: mailbox.url },
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
    await authority?.stop();
  });

  async function completed(): Promise<Buffer> {
    const request = await sendRequest(test, acme, type);
    const [visitor] = request.visitors;
    if (type === 'advanced') {
      await visitor!.post('code/send');
      await visitor!.post('code', { code: await mailbox.waitForCode(ANNA.email) });
    }
    expect((await visitor!.sign({ method: 'typed', typed: ANNA.name! })).location).toBe('/done');
    const isCompleted = async () => (await request.status()) === 'completed';
    await until('it is completed', isCompleted, { longestMs: LONGEST_MS / 2 });
    return (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
  }

  it(
    'the seal is intact at every level, and after renewal',
    async () => {
      const [signer, seal] = [await newSealingKey('p256'), await newSealingKey('p256')];
      const original = await textPdf();
      const basic =
        type === 'fast'
          ? await sealedPdf(original, seal)
          : await advancedPdf(original, [signer, signer], seal);
      expect(await judged(basic)).toEqual(['PAdES B-B', ...UNCHANGED]);

      const archived = await completed();
      expect(await judged(archived)).toEqual(['PAdES B-LTA', 'intact', expect.stringContaining('intact')]);
      const pdf = await PDF.load(archived);
      const { gap } = readSignatures(pdf, archived).find(({ fieldName }) => fieldName === SEAL)!;
      const stamped = archived.subarray(0, gap.coveredBytes);
      expect(await judged(stamped)).toEqual(['PAdES B-T', ...UNCHANGED]);
      const material = readSecurityStore(pdf);
      const withMaterial = await changedAfterwards(stamped, (each) => addToSecurityStore(each, material));
      expect(await judged(withMaterial)).toEqual(['PAdES B-LT', ...UNCHANGED]);

      const { stamper } = test.app.get(TimeStamps, { strict: false });
      const stamp = async (sha256: Buffer) => (await stamper!.stamp(sha256)).token;
      const renewed = Buffer.from(await addArchive(pdf, 'Countersign-Timestamp2', material, stamp));
      expect(renewed.subarray(0, archived.length).equals(archived)).toBe(true);
      expect(await judged(renewed)).toEqual(['PAdES B-LTA', 'intact', expect.stringContaining('intact')]);
    },
    LONGEST_MS,
  );
});
