import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SimulatedPerson } from '../../scripts/simulate/simulated-person.js';
import { SimulatedSigner } from '../../scripts/simulate/simulated-signer.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox, ONE_TIME_CODE, type ReceivedMail } from '../support/mailbox.js';
import { sendRequest } from '../support/signing-requests.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { beginVerification } from '../support/verifications.js';

const NO_PICTURES = { front: null, back: null };
const OPTIONS = { name: 'Ann Lee', witness: 'Hugo Host', pictures: NO_PICTURES };
/** An analysis on a busy machine. */
const LONGEST_MS = 120_000;

let mailbox: Mailbox;
let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  mailbox = await Mailbox.start();
  test = await startTestApp({ smtpUrl: mailbox.url });
  organization = await test.createOrganization();
});
afterAll(async () => {
  await test?.close();
  await mailbox?.stop();
});

async function linkTo(type: string, options: Record<string, unknown> = {}) {
  const request = await sendRequest(test, organization, type, undefined, options);
  return { ...request, link: `${test.url}/sign/${request.visitors[0]!.token}` };
}

it.each(['fast', 'self_signed', 'in_person'])('signs a request of type %s', async (type) => {
  const { link, path } = await linkTo(type);
  await new SimulatedSigner(link).sign(OPTIONS);
  const { body } = await organization.api.get(path);
  expect(body.signers[0].status).toBe('signed');
});

it('asks for the code of an advanced request, and signs once it has it', async () => {
  const { link, path } = await linkTo('advanced');
  await expect(new SimulatedSigner(link).sign(OPTIONS)).rejects.toThrow('repeat the command with --code');
  const isCode = ({ text }: ReceivedMail) => ONE_TIME_CODE.test(text ?? '');
  const text = await until('the code arrives', () => mailbox.mails.find(isCode)?.text);
  const code = ONE_TIME_CODE.exec(text!)![1]!;
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guess = new SimulatedSigner(link).sign({ ...OPTIONS, code: wrong });
  await expect(guess).rejects.toThrow('The page says');
  await new SimulatedSigner(link).sign({ ...OPTIONS, code });
  const { body } = await organization.api.get(path);
  expect(body.signers[0].status).toBe('signed');
});

it('rejects a request with a reason', async () => {
  const { link, path } = await linkTo('fast');
  await new SimulatedSigner(link).reject('Not what we agreed');
  const { body } = await organization.api.get(path);
  expect(body).toMatchObject({ status: 'rejected', signers: [{ status: 'rejected' }] });
});

it('explains in the words of the page why a link cannot be signed', async () => {
  const { link } = await linkTo('fast');
  await new SimulatedSigner(link).sign(OPTIONS);
  await expect(new SimulatedSigner(link).reject('Too late')).rejects.toThrow(/The page says “.+”/);
  await expect(new SimulatedSigner(`${test.url}/sign/${'0'.repeat(64)}`).sign(OPTIONS)).rejects.toThrow(
    '(404)',
  );
});

it(
  'photographs the specimen, and the verification ends as it should',
  async () => {
    const verification = await beginVerification(test, organization);
    const front = await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg'));
    const { sessionUrl } = verification.person;
    await new SimulatedPerson(sessionUrl).verify({ front, back: null, documentType: 'passport' });
    expect((await verification.report()).body.result).toBe('approved');
  },
  LONGEST_MS,
);

it(
  'a specimen is not approved where ALLOW_SPECIMENS is off',
  async () => {
    const strict = await startTestApp({ allowSpecimens: false });
    try {
      const verification = await beginVerification(strict, await strict.createOrganization());
      const front = await readFile(join(PROJECT_ROOT, 'docs/specimen/passport.jpg'));
      const simulated = new SimulatedPerson(verification.person.sessionUrl).verify({
        front,
        back: null,
        documentType: 'passport',
      });
      await simulated.catch(() => undefined);
      const { body } = await verification.report();
      expect(body.result).not.toBe('approved');
      expect((await verification.read()).status).not.toBe('completed');
    } finally {
      await strict.close();
    }
  },
  LONGEST_MS,
);

it('reports which picture is missing, and that it has no camera', async () => {
  const lacking = async (changes: object) => {
    const { person } = await beginVerification(test, organization, changes);
    return new SimulatedPerson(person.sessionUrl).verify({ ...NO_PICTURES, documentType: 'passport' });
  };
  await expect(lacking({})).rejects.toThrow('give a picture with --front');
  await expect(lacking({ verificationMethod: 'liveness' })).rejects.toThrow(
    'use --human to have a reviewer decide',
  );
});

it('cancels a verification', async () => {
  const verification = await beginVerification(test, organization);
  await new SimulatedPerson(verification.person.sessionUrl).cancel();
  await verification.untilStatus('failed');
});

it('refuses addresses that are not links of the service', async () => {
  expect(() => new SimulatedSigner('ftp://example.com/sign/1')).toThrow('should look like https://…/sign/…');
  expect(() => new SimulatedPerson(`${test.url}/sign/1`)).toThrow('should look like https://…/verify/…');
});

describe('the simulate command, which needs no settings and no database', () => {
  /** @returns the JSON that it prints */
  async function simulate(...args: string[]): Promise<Record<string, unknown>> {
    const command = ['scripts/tool.mjs', 'scripts/simulate', ...args, '--json'];
    const options = { cwd: PROJECT_ROOT, env: { PATH: process.env.PATH } };
    const { stdout } = await promisify(execFile)(process.execPath, command, options);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  it('the command signs', async () => {
    const { link, status } = await linkTo('fast');
    expect(await simulate('sign', link)).toMatchObject({ outcome: 'signed' });
    await until('it is completed', async () => (await status()) === 'completed');
  });

  inDepth('the command rejects once, with the reason', async () => {
    const { id, link, status } = await linkTo('fast');
    const reject = ['reject', link, '--reason', 'Not what we agreed'];
    expect(await simulate(...reject)).toEqual({ outcome: 'rejected', page: expect.stringMatching(/\S/) });
    expect(await status()).toBe('rejected');
    const trail = await trailOf(test.dataSource, id);
    expect(trail.find(({ type }) => type === 'rejected')!.data).toMatchObject({
      reason: 'Not what we agreed',
    });
    await expect(simulate(...reject)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The page says'),
    });
  });

  inDepth('the command cancels a verification', async () => {
    const verification = await beginVerification(test, organization);
    const { sessionUrl } = verification.person;
    const cancelled = { outcome: 'cancelled', page: expect.stringMatching(/\S/) };
    expect(await simulate('verify', sessionUrl, '--cancel')).toEqual(cancelled);
    await verification.untilStatus('failed');
    expect(await verification.audit()).toContain('cancelled');
  });

  inDepth(
    'the command verifies with the specimen',
    async () => {
      const verification = await beginVerification(test, organization);
      const { sessionUrl } = verification.person;
      expect(await simulate('verify', sessionUrl)).toMatchObject({ outcome: 'ended' });
      expect((await verification.report()).body.result).toBe('approved');
    },
    LONGEST_MS,
  );

  it('the command explains on stderr what is wrong with a link', async () => {
    await expect(simulate('reject', `${test.url}/verify/1`)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('should look like https://…/sign/…'),
    });
  });
});
