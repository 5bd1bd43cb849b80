import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzip } from '../../src/common/zip-archive.js';
import { findSealFailure } from '../../src/signatures/seal-failures.queries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { CommandLine } from '../support/command-line.js';
import { S3Server } from '../support/s3-server.js';
import { ANNA, sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

/** Each command starts the whole service. */
const LONGEST_MS = 240_000;
const ZIP_LIMITS = { maxFiles: 100, maxBytes: 50_000_000 };
const LOOPBACK = '127.0.0.0/8';

describe('commands for stored data', () => {
  let authority: TimeStampAuthority;
  let test: TestApp;
  let acme: TestOrganization;
  let commands: CommandLine;
  let folder: string;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    folder = await mkdtemp(join(tmpdir(), 'countersign-commands-'));
    test = await startTestApp({ tsaUrl: authority.url, webhookAllowedCidrs: [LOOPBACK] });
    acme = await test.createOrganization();
    commands = new CommandLine(test, { TSA_URL: authority.url, WEBHOOK_ALLOWED_CIDRS: LOOPBACK });
  });
  afterAll(async () => {
    await test?.close();
    await authority?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const organization = () => ['--organization', String(acme.organizationId)];

  it(
    'retries a failed seal',
    async () => {
      authority.behaviour = 'fails';
      const { id, visitors, status } = await sendRequest(test, acme, 'fast');
      const retry = ['seal:retry', ...organization(), '--signature', String(id)];
      await expect(commands.run(retry)).rejects.toMatchObject({ code: 1 });
      expect((await visitors[0]!.sign()).location).toBe('/done');
      const key = { organizationId: acme.organizationId, signatureId: id };
      await until('the seal has failed', () => findSealFailure(test.dataSource.manager, key));
      await expect(commands.run(retry)).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('"cause":"time_stamp"'),
      });
      authority.behaviour = 'good';
      expect(await commands.run(retry)).toEqual({ signatureId: id, completed: true });
      expect(await status()).toBe('completed');
    },
    LONGEST_MS,
  );

  it(
    'writes what is kept about a person to a file for its owner alone, and erases it once',
    async () => {
      const { id, visitors, status } = await sendRequest(test, acme, 'fast');
      await visitors[0]!.sign();
      await until('the request is completed', async () => (await status()) === 'completed');
      const person = [...organization(), '--email', ANNA.email];
      const file = join(folder, 'anna.zip');
      const written = await commands.run(['person:export', ...person, '--to', file]);
      const { size, mode } = await stat(file);
      expect(written).toEqual({ file, bytes: size });
      expect(mode & 0o777).toBe(0o600);
      const entries = await unzip(await readFile(file), ZIP_LIMITS);
      expect([...entries.keys()].some((name) => name.endsWith('.pdf'))).toBe(true);
      expect([...entries.values()].some((bytes) => bytes.includes(ANNA.name!))).toBe(true);
      await expect(commands.run(['person:export', ...person, '--to', file])).rejects.toMatchObject({
        code: 1,
      });
      expect((await stat(file)).size).toBe(size);

      const erased = await commands.run(['person:erase', ...person]);
      expect(erased).toMatchObject({ requests: expect.arrayContaining([id]), openRequests: [] });
      expect(await commands.run(['person:erase', ...person])).toMatchObject({
        requests: [],
        verifications: [],
      });
      const types = (await activityOf(test.dataSource, acme.organizationId)).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('person_'))).toEqual([
        'person_exported',
        'person_erasure_begun',
        'person_erased',
      ]);
    },
    LONGEST_MS,
  );

  it(
    'copies all files to a bucket, and encrypts everything with a new key',
    async () => {
      await sendRequest(test, await test.createOrganization(), 'fast');
      const storage = await S3Server.start();
      try {
        const bucket = storage.variables('copied');
        const first = await commands.run(['files:copy'], bucket);
        expect(first).toMatchObject({ copied: expect.any(Number), present: 0 });
        expect(first.copied).toBe(storage.keys('copied').length);
        expect(first.copied).toBeGreaterThan(0);
        expect(await commands.run(['files:copy'], bucket)).toMatchObject({
          copied: 0,
          present: first.copied,
        });
      } finally {
        await storage.stop();
      }
      await expect(commands.run(['files:copy'])).rejects.toMatchObject({
        stderr: expect.stringContaining('S3_BUCKET is not set'),
      });

      const keys = `2:${randomBytes(32).toString('base64')},1:${commands.key}`;
      const done = await commands.run(['keys:reencrypt'], { ENCRYPTION_KEY: keys });
      expect(done).toMatchObject({ key: '2', leftValues: 0, unreadableFiles: [] });
      expect(Object.values(done).some((count) => typeof count === 'number' && count > 0)).toBe(true);
    },
    LONGEST_MS,
  );
});
