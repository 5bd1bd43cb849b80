import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { createDraft } from '../support/samples.js';
import { ServerProcess } from '../support/server-process.js';
import { until } from '../support/until.js';

const LIST = '/api/v1/signatures?limit=1';
/** How long the postmaster is paused. */
const PAUSE_MS = 20_000;
/** More simultaneous requests than open connections, so new ones are needed. */
const AT_ONCE = 24;
/** Below the limit of 1,000 requests a minute. */
const BETWEEN_MS = 3_000;
const LONGEST_MS = 240_000;

describe('a lost PostgreSQL', () => {
  let server: ServerProcess;
  let api: ApiClient;
  let squatter: Server | undefined;

  beforeEach(async () => {
    server = await ServerProcess.prepare({});
    await server.start();
    api = new ApiClient(server.url, server.secret('API key'));
  });
  afterEach(async () => {
    squatter?.close();
    squatter = undefined;
    await server.close();
  });

  /**
   * Sends requests in bursts while `work` runs and until all are answered with 200 again. @returns the other answers
   */
  async function refusedDuring(work: () => Promise<void>): Promise<ApiResponse[]> {
    const refused: ApiResponse[] = [];
    const burst = async () => {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => api.get(LIST)));
      refused.push(...answers.filter(({ status }) => status !== 200));
      return answers.every(({ status }) => status === 200);
    };
    let isOver = false;
    const ended = work().finally(() => (isOver = true));
    await until('the work is done', async () => (await burst(), isOver), {
      longestMs: 2 * PAUSE_MS,
      lookMs: BETWEEN_MS,
    });
    await ended;
    await until('all requests are answered', burst, { lookMs: BETWEEN_MS });
    return refused;
  }

  function expectKindRefusals(refused: ApiResponse[]): void {
    for (const { status, headers, body } of refused) {
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(server.log.filter((line) => line.includes('"level":50')).length).toBeLessThanOrEqual(1);
  }

  it(
    'a PostgreSQL killed under load comes back with its data',
    async () => {
      const id = await createDraft(api);
      expectKindRefusals(await refusedDuring(async () => void process.kill(server.postmasterPid, 'SIGKILL')));
      expect((await api.get(`/api/v1/signatures/${id}`)).status).toBe(200);
    },
    LONGEST_MS,
  );

  it(
    'a paused PostgreSQL leaves no request without an answer',
    async () => {
      const pid = server.postmasterPid;
      process.kill(pid, 'SIGSTOP');
      const refused = await refusedDuring(async () => {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        process.kill(pid, 'SIGCONT');
      });
      expect(refused.length).toBeGreaterThan(0);
      expectKindRefusals(refused);
    },
    LONGEST_MS,
  );

  it(
    'the service ends and says why if the port of a killed PostgreSQL is taken',
    async () => {
      const pid = server.postmasterPid;
      const port = server.postgresPort;
      process.kill(pid, 'SIGKILL');
      squatter = await until('the port is ours', () => listen(port), { lookMs: 1 });
      expect(await server.ended()).toBe(1);
      expect(server.log.join('\n')).toContain('died and could not be restarted');
    },
    LONGEST_MS,
  );
});

async function listen(port: number): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  );
}
