import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Mailbox } from '../support/mailbox.js';
import { textPdf } from '../support/pdf-samples.js';
import { popplerSigned } from '../support/poppler-signer.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { completedBySeal, completedBySigners, markPlaces } from '../support/signed-uploads.js';
import { ANNA, visitorOf } from '../support/signing-requests.js';
import { opensslStamps } from '../support/stamp-validators.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';
import { faultsSince } from '../support/update-rules.js';

const LONGEST = { longestMs: 120_000 };
const PLACES = markPlaces('signature', 'initials', 'signature', 'signature');

describe('a document signed with poppler', () => {
  it.each([
    ['no places', []],
    ['places', PLACES],
  ])('a document signed with poppler keeps its signature with %s', async (_, places) => {
    const upload = popplerSigned(await textPdf(2));
    const keys = [
      await newSealingKey('p256'),
      await newSealingKey('p256'),
      await newSealingKey('rsa3072'),
    ] as const;
    for (const { pdf, fault } of [
      await completedBySeal(upload, places, keys[2]),
      await completedBySigners(upload, places, keys),
    ]) {
      expect(fault).toBeNull();
      expect(await faultsSince(upload, pdf)).toEqual([]);
      // A document that this service completed can be signed again, by poppler and here.
      const again = popplerSigned(pdf);
      const beside = places.map((place) => ({ ...place, x: place.x + 200 }));
      const twice = await completedBySigners(again, beside, keys);
      expect(twice.fault).toBeNull();
      expect(await faultsSince(again, twice.pdf)).toEqual([]);
    }
  });
});

describe('with time stamps', () => {
  let authority: TimeStampAuthority;
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    mailbox = await Mailbox.start();
    const { url: tsaUrl, caFile: tsaCaFile } = authority;
    const webhookAllowedCidrs = ['127.0.0.0/8', '::1/128'];
    test = await startTestApp({ smtpUrl: mailbox.url, tsaUrl, tsaCaFile, webhookAllowedCidrs });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
    await authority.stop();
  });

  async function complete(upload: Buffer, type: string, kinds: string[], x: number): Promise<Buffer> {
    const path = `${SIGNATURES}/${await createDraft(acme.api, { type })}`;
    await acme.api.put(`${path}/document`, upload, { headers: { 'content-type': 'application/pdf' } });
    const fields = kinds.map((kind, index) => ({
      ...{ kind, signerEmail: ANNA.email, page: 1 },
      ...{ x, y: 200 + 60 * index, width: 160, height: 50 },
    }));
    const placed = await acme.api.put(`${path}/document/fields`, { fields });
    expect(placed.status).toBe(200);
    const sent = await acme.api.post(`${path}/send`, { signers: [ANNA] });
    const visitor = await visitorOf(test, acme.organizationId, sent.body.signers[0].id as number);
    if (type === 'advanced') {
      await visitor.post('code/send');
      await visitor.post('code', { code: await mailbox.waitForCode(ANNA.email) });
    }
    const initials = (placed.body.items as { id: number; kind: string }[]).filter(
      ({ kind }) => kind === 'initials',
    );
    const entries = Object.fromEntries(initials.map(({ id }) => [`field-${id}`, 'AE']));
    expect((await visitor.sign({ method: 'typed', typed: ANNA.name!, ...entries })).location).toBe('/done');
    const isCompleted = async () => (await acme.api.get(`${path}/status`)).body.status === 'completed';
    await until('the request is completed', isCompleted, LONGEST);
    return (await acme.api.get(`${path}/document/signed`)).body as Buffer;
  }

  it('seals for the long term, again and again', async () => {
    let upload = popplerSigned(await textPdf(2));
    for (const [type, kinds, x] of [
      ['advanced', ['signature', 'initials', 'signature'], 60],
      ['fast', [], 0],
      ['fast', ['signature', 'signature'], 260],
    ] as const) {
      const pdf = await complete(upload, type, [...kinds], x);
      expect(await faultsSince(upload, pdf)).toEqual([]);
      upload = pdf;
    }
    const stamps = await opensslStamps(upload, authority.caFile);
    // A stamp in each of the service's eight signatures, and one over the document after each seal.
    expect(stamps.filter(({ accepted }) => !accepted)).toEqual([]);
    expect(stamps).toHaveLength(11);
  }, 400_000);
});
