import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { Cable } from '../support/cable.js';
import { createTestDatabase } from '../support/database.js';
import { inDepth } from '../support/in-depth.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

/** An embedded PostgreSQL is created, started and killed. */
const LONGEST_MS = 120_000;
const LIST = '/api/v1/signatures?limit=1';

/** Warnings and errors since the start. */
const warningsSince = (start: number, { log }: ServerProcess) =>
  log.slice(start).filter((line) => /"level":[456]0/.test(line));

function expectUnavailable({ status, headers, body }: ApiResponse): void {
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(body).toEqual({
    statusCode: 503,
    message: 'The database does not answer. Please try again',
    error: 'Service Unavailable',
    code: 'database_unavailable',
  });
}

it('reports a missing database, kindly on pages, until it is back', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const cable = await Cable.to(Number(url.port));
  url.port = String(cable.port);
  const server = await ServerProcess.prepare({ DATABASE_URL: url.href });
  try {
    await server.start();
    const api = new ApiClient(server.url, server.secret('API key'));
    expect((await api.get(LIST)).status).toBe(200);
    const start = server.log.length;
    await cable.cut();
    for (let request = 0; request < 5; request++) expectUnavailable(await api.get(LIST));
    const page = await fetch(`${server.url}/sign/${'0'.repeat(64)}`);
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('60');
    expect(await page.text()).toContain('Wait a minute, then go back and try again. Nothing has been lost.');
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.get('/readyz')).status).toBe(503);
    await cable.mend();
    await until('requests are answered', async () => (await api.get(LIST)).status === 200);
    expect(warningsSince(start, server)).toHaveLength(1);
  } finally {
    await server.close();
    await cable.cut().catch(() => undefined);
    await database.drop();
  }
});

inDepth(
  'restarts a killed PostgreSQL, and answers requests with 503 until then',
  async () => {
    const server = await ServerProcess.prepare({});
    try {
      await server.start();
      const api = new ApiClient(server.url, server.secret('API key'));
      const start = server.log.length;
      process.kill(server.postmasterPid, 'SIGKILL');
      const answers: ApiResponse[] = [];
      const hasStatus = (wanted: (status: number) => boolean) => async () => {
        answers.push(await api.get(LIST));
        return wanted(answers.at(-1)!.status);
      };
      await until(
        'requests are refused',
        hasStatus((status) => status !== 200),
      );
      await until(
        'the database is back',
        hasStatus((status) => status === 200),
      );
      for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer);
      expect(warningsSince(start, server)).toHaveLength(1);
    } finally {
      await server.close();
    }
  },
  LONGEST_MS,
);
