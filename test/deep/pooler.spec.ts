import { ApiClient } from '../support/api-client.js';
import { createTestDatabase } from '../support/database.js';
import { PgBouncer } from '../support/pgbouncer.js';
import { DRAFT, SIGNATURES } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';

const LONGEST_MS = 120_000;

interface Check {
  name: string;
  ok: boolean | null;
  message: string;
}

it(
  'the service migrates and works behind PgBouncer in transaction mode, and doctor reports wrong settings',
  async () => {
    const database = await createTestDatabase();
    const pooler = await PgBouncer.start(database.url);
    const pooled = pooler.urlOf(database.url);
    const examined = async (settings: Record<string, string>): Promise<Check> => {
      const installation = await ServerProcess.prepare(settings);
      try {
        const { checks } = await installation.cliAnyway('doctor');
        return (checks as Check[]).find(({ name }) => name === 'connection pooler')!;
      } finally {
        await installation.close();
      }
    };
    const server = await ServerProcess.prepare({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.url });
    try {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const drafts = await Promise.all(Array.from({ length: 40 }, () => api.post(SIGNATURES, DRAFT)));
      expect(drafts.map(({ status }) => status)).toEqual(drafts.map(() => 201));

      expect(await examined({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.url })).toMatchObject({
        ok: true,
        message: 'one that does not keep named statements',
      });
      expect(await examined({ DATABASE_URL: database.url })).toMatchObject({ ok: true, message: 'none' });
      const unnamed = { DATABASE_URL: pooled, DATABASE_UNNAMED_STATEMENTS: 'true' };
      const { ok, message } = await examined(unnamed);
      expect({ ok, message }).toEqual({
        ok: false,
        message: expect.stringContaining('set DATABASE_DIRECT_URL'),
      });
      const named = {
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: database.url,
        DATABASE_UNNAMED_STATEMENTS: 'false',
      };
      expect(await examined(named)).toMatchObject({
        ok: false,
        message: 'The pooler does not keep named statements: set DATABASE_UNNAMED_STATEMENTS=true',
      });
    } finally {
      await server.close();
      await pooler.stop();
      await database.drop();
    }
  },
  LONGEST_MS,
);
