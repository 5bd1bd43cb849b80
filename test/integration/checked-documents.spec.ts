import { readFileSync } from 'node:fs';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { judge } from '../../src/signed-pdf-checks/domain/statements.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** The document and its certificate take six low-priority processes each, one after the other. */
const SEALING_MS = 300_000;

describe('checking what this service sealed with a time stamp authority', () => {
  let authority: TimeStampAuthority;
  let test: TestApp;
  let pdf: Buffer;
  let certificate: Buffer;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    const { url: tsaUrl, caFile: tsaCaFile } = authority;
    test = await startTestApp({ tsaUrl, tsaCaFile, webhookAllowedCidrs: LOOPBACK });
    const acme = await test.createOrganization({ name: 'Acme' });
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    for (const visitor of request.visitors) await visitor.sign();
    await until('it is completed', async () => (await request.status()) === 'completed');
    pdf = (await acme.api.get(`${request.path}/document/signed`)).body;
    certificate = (await acme.api.get(`${request.path}/certificate`)).body;
  }, SEALING_MS);
  afterAll(async () => {
    await test?.close();
    await authority?.stop();
  });

  async function check(bytes: Buffer, authorities = '') {
    const checked = await checkDocument({ pdf: bytes, authorities });
    if (!checked.ok) throw new Error(checked.reason);
    const circumstances = {
      now: new Date().toISOString(),
      organizations: new Map(),
      speaker: 'computer' as const,
    };
    return { facts: checked.facts, judgement: judge(checked.facts, circumstances) };
  }

  it('finds a B-LTA seal intact, with the time stamp in it and the one over it', async () => {
    const { facts, judgement } = await check(pdf);
    expect(facts.signatures).toMatchObject([
      { kind: 'signature', check: { outcome: 'holds' }, timeStamp: { holds: true } },
      { kind: 'timestamp', check: { outcome: 'holds' }, coverage: 'whole_file' },
    ]);
    expect(facts.signatures[0]!.changes!.map(({ kind }) => kind)).toEqual([
      'timestamps_added',
      'validation_data',
    ]);
    expect(judgement.verdict).toBe('intact');
    expect(judgement.signatures.flat().map(({ key }) => key)).toContain(
      'checking.time.stamped.unknown.computer',
    );
    const given = await check(pdf, readFileSync(authority.caFile, 'utf8'));
    expect(given.judgement.signatures.flat().map(({ key }) => key)).toContain('checking.time.stamped.known');
  });

  it('finds a certificate of completion intact, with its audit trail and its document', async () => {
    const { facts, judgement } = await check(certificate);
    expect(facts.evidence).toMatchObject({ signedSha256: sha256(pdf).toString('hex'), firstBroken: null });
    expect(judgement.verdict).toBe('intact');
    expect(judgement.evidence.map(({ key }) => key)).toEqual([
      'checking.evidence.whole',
      'checking.evidence.document',
      'checking.evidence.shown.nobody',
      'checking.evidence.shown.entries',
    ]);
  });

  it('detects changes under the document time stamp', async () => {
    const altered = Buffer.from(pdf);
    altered[altered.lastIndexOf('/DSS') + 1]! ^= 1;
    expect((await check(altered)).facts.signatures.at(-1)!.check).toEqual({
      outcome: 'broken',
      because: 'content',
    });
  });
});
