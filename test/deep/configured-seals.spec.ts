import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { authorities, issue, type Issued } from '../support/issued-certificates.js';
import { Mailbox } from '../support/mailbox.js';
import { P12_PASSPHRASE, p12Of } from '../support/p12-file.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { opensslStamps } from '../support/stamp-validators.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';
import { pdfsig } from '../support/validators.js';

const LONGEST_MS = 240_000;
const SEAL = 'Countersign-Seal';
/** With the seal's own, more bytes of certificates than a message with a usual chain takes altogether. */
const AUTHORITIES = 40;
/** Days until the seal's certificate ends. */
const DAYS = 1;

describe('a seal with the key of a file, under forty authorities', () => {
  let folder: string;
  let above: Issued[];
  let authority: TimeStampAuthority;
  let mailbox: Mailbox;
  let test: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-long-chain-'));
    above = await authorities(AUTHORITIES);
    const file = p12Of(folder, await issue('Our own seal', { issuer: above[0]!, to: DAYS }), above);
    authority = await TimeStampAuthority.start();
    mailbox = await Mailbox.start();
    test = await startTestApp({
      sealP12: { file, passphrase: P12_PASSPHRASE },
      ...{ tsaUrl: authority.url, tsaCaFile: authority.caFile, smtpUrl: mailbox.url },
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    });
    acme = await test.createOrganization({ name: 'Acme' });
  }, LONGEST_MS);
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
    await authority?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signed(): Promise<SentRequest> {
    const request = await sendRequest(test, acme, 'fast');
    expect((await request.visitors[0]!.sign()).location).toBe('/done');
    return request;
  }

  it(
    'completes a document with a time stamp, which is intact with its whole chain',
    async () => {
      const request = await signed();
      const isCompleted = async () => (await request.status()) === 'completed';
      await until('it is completed', isCompleted, { longestMs: LONGEST_MS / 2 });
      const pdf = (await acme.api.get(`${request.path}/document/signed`)).body as Buffer;
      const seal = readSignatures(await PDF.load(pdf), pdf).find(({ fieldName }) => fieldName === SEAL)!;
      expect(seal.contents.length).toBeGreaterThan(12_288);
      expect(pdfsig(pdf)[0]).toMatchObject({ signer: 'Our own seal', verdict: 'Signature is Valid.' });
      expect(await opensslStamps(pdf, authority.caFile)).toContainEqual({
        ...{ field: SEAL, stands: 'in', accepted: true },
      });
      const authoritiesPem = above.at(-1)!.certificate.toString() + readFileSync(authority.caFile, 'utf8');
      const checked = await checkDocument({ pdf, authorities: authoritiesPem });
      if (!checked.ok) throw new Error(checked.reason);
      expect(verdictOf(checked.facts, new Date().toISOString())).toBe('intact');
      const [first] = checked.facts.signatures;
      expect(first).toMatchObject({ check: { outcome: 'holds' }, timeStamp: { holds: true } });
      const { chain, anchor } = first!.signers[0]!.certificate;
      expect(anchor).toBe('given');
      expect(chain).toHaveLength(AUTHORITIES);
    },
    LONGEST_MS,
  );

  it(
    'fails once the certificate has ended, and tells the owner that the key is the cause',
    async () => {
      await test.database.moveClock(`${DAYS + 1} days`);
      const late = await signed();
      for (const times of [1, 2, 3]) {
        await until(`the seal has failed ${times} times`, async () => {
          const [row] = await test.dataSource.query<{ failures: number }[]>(
            'select failures from seal_failures where signature_id = $1',
            [late.id],
          );
          return (row?.failures ?? 0) >= times;
        });
        await test.database.moveClock('2 minutes');
      }
      const mail = await mailbox.waitForMailTo(acme.ownerEmail, /^Not completed yet/);
      expect(mail.text).toContain('The key of the service cannot seal: its certificate is not valid now.');
      expect(mail.text).toContain('Replace SEAL_P12 with a key whose certificate is valid');
      expect(await late.status()).toBe('created');
    },
    LONGEST_MS,
  );
});
