import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client.js';
import { DebianPostgres } from '../support/debian-postgres.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';
import { pdfsig } from '../support/validators.js';

/** Three installations are made, filled and moved. */
const LONGEST_MS = 300_000;
const CALLERS = 6;
/** A key may make 1,000 requests a minute. */
const MOST_DRAFTS = 700;
const ANN = { email: 'ann@example.test', name: 'Ann Lee' };
const KEY = 'A'.repeat(43) + '=';

describe('the commands backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-backups-'));
  const servers: ServerProcess[] = [];

  afterAll(async () => {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function prepare(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.prepare(settings);
    servers.push(server);
    return server;
  }

  it(
    'moves an installation under load from the embedded PostgreSQL to another version, and back',
    async () => {
      const first = await prepare({ ENCRYPTION_KEY: KEY });
      await first.start();
      const apiKey = first.secret('API key');
      const { id, signed } = await completeRequest(new ApiClient(first.url, apiKey));
      const file = join(folder, 'first.tar');
      const made = await underLoad(new ApiClient(first.url, apiKey), () => first.cli('backup', file));
      expect(made.result).toMatchObject({ file, lostFiles: [], withKey: false });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const known = await first.cli('backup:verify', file);
      expect(known).toMatchObject({ whole: true, authentic: true, rows: made.result.rows, keys: ['1'] });

      const debian = await DebianPostgres.start();
      try {
        const second = await prepare({ ENCRYPTION_KEY: KEY, DATABASE_URL: debian.url });
        const restored = await second.cli('restore', file);
        expect(restored).toMatchObject({ rows: made.result.rows, files: made.result.files, skipped: [] });
        await second.start();
        await expectSame(second, apiKey, { id, signed });
        const { body } = await new ApiClient(second.url, apiKey).get(`${SIGNATURES}?limit=1`);
        expect(body.total).toBeGreaterThanOrEqual(made.before);
        expect(await expectHealthy(second)).toBe(debian.version);
        expect(await expectHealthy(first)).not.toBe(debian.version);
        await expectRefused(second, ['restore', file], 'The database is not empty');

        const back = join(folder, 'second.tar');
        await second.cli('backup', back);
        const third = await prepare({ ENCRYPTION_KEY: KEY });
        await third.cli('restore', back);
        await third.start();
        await expectSame(third, apiKey, { id, signed });
        await second.kill();
      } finally {
        await debian.stop();
      }
    },
    LONGEST_MS,
  );

  it(
    'explains in plain words what is missing, and includes the key if asked to',
    async () => {
      const first = await prepare();
      await first.start();
      const apiKey = first.secret('API key');
      const file = join(folder, 'with-key.tar');
      await first.cli('backup', file, '--with-key');
      await expectRefused(first, ['backup', file], `${file} already exists`);
      const plain = join(folder, 'plain.tar');
      await first.cli('backup', plain);

      const second = await prepare();
      await expectRefused(second, ['restore', file], 'No encryption key is set');
      expect(await second.cli('backup:verify', file)).toMatchObject({ whole: true, authentic: false });
      await expectRefused(second, ['restore', plain, '--key-to', join(folder, 'key')], 'made without the');
      writeFileSync(join(folder, 'torn.tar'), readFileSync(file).subarray(0, -700));
      await expectRefused(second, ['restore', join(folder, 'torn.tar')], 'cut off or damaged');
      await expectRefused(second, ['restore', join(folder, 'none.tar')], 'cannot be read (ENOENT)');
      const key = join(second.dataDir, 'encryption.key');
      await second.cli('restore', file, '--key-to', key);
      expect(statSync(key).mode & 0o777).toBe(0o600);
      await second.cli('restore', file);
      await second.start();
      expect((await new ApiClient(second.url, apiKey).get(SIGNATURES)).status).toBe(200);

      const other = await prepare({ ENCRYPTION_KEY: KEY });
      const words = 'is not the one of the installation that was backed up';
      for (const command of [['restore'], ['backup:verify'], ['restore', '--key-to', join(folder, 'theirs')]])
        await expectRefused(other, [...command, file], words);
      expect(readdirSync(other.dataDir)).toEqual([]);
      expect(existsSync(join(folder, 'theirs'))).toBe(false);
    },
    LONGEST_MS,
  );
});

async function completeRequest(api: ApiClient): Promise<{ id: number; signed: Buffer }> {
  const { id, signers } = await sendRequest(api, { draft: { type: 'self_signed' }, signers: [ANN] });
  await new SigningVisitor(signers[0]!.signingUrl!).sign();
  const answer = await until('it is sealed', async () => {
    const { status, body } = await api.get(`${SIGNATURES}/${id}/document/signed`);
    return status === 200 ? (body as Buffer) : null;
  });
  return { id, signed: answer! };
}

/** Callers make requests while `work` runs. @returns how many there were before it began, and its result */
async function underLoad<Result>(
  api: ApiClient,
  work: () => Promise<Result>,
): Promise<{ before: number; result: Result }> {
  const load = { isOn: true, done: 0 };
  const caller = async () => {
    for (; load.isOn && load.done < MOST_DRAFTS; load.done++) await createDraft(api);
  };
  const callers = Array.from({ length: CALLERS }, caller);
  await until('the load has begun', () => load.done > CALLERS);
  const before = load.done;
  try {
    return { before, result: await work() };
  } finally {
    load.isOn = false;
    await Promise.all(callers);
  }
}

async function expectSame(
  server: ServerProcess,
  apiKey: string,
  { id, signed }: { id: number; signed: Buffer },
): Promise<void> {
  const { body } = await new ApiClient(server.url, apiKey).get(`${SIGNATURES}/${id}/document/signed`);
  expect((body as Buffer).equals(signed)).toBe(true);
  expect(pdfsig(body as Buffer).map(({ verdict }) => verdict)).toEqual(['Signature is Valid.']);
  expect(await server.cli('activity:verify', '--organization', '1')).toMatchObject({ isWhole: true });
}

/** @returns the major version of its PostgreSQL */
async function expectHealthy(server: ServerProcess): Promise<string | undefined> {
  const { checks } = (await server.cli('doctor')) as {
    checks: { name: string; ok: boolean; message: string }[];
  };
  expect(checks.filter(({ ok }) => ok === false)).toEqual([]);
  return /^PostgreSQL (\d+)\./.exec(checks[0]!.message)?.[1];
}

/** Expects the command to end with 1 and one line of plain words, and to print no result. */
async function expectRefused(server: ServerProcess, args: string[], words: string): Promise<void> {
  const refused = await server.cli(...args).then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) });
  expect(refused!.stderr.trim().split('\n')).toHaveLength(1);
}
