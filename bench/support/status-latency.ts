import { Agent, get } from 'node:http';
import { Client } from 'pg';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { printTable } from './report.js';
import { seedSignatures } from './seed-signatures.js';

/** A caller's pause between a response and its next request. */
const PAUSE_MS = 4;
const CALLERS = 4;
const API_KEY = 'sk_benchmark';
const SHARES = [0.5, 0.9, 0.99];

/** Creates an organization with a key and requests; returns some of their ids. */
export async function seedForStatus(url: string): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: 2_000 };
    const { big } = await seedSignatures(client, plan);
    await client.query(
      `insert into api_keys (organization_id, created_by_user_id, key_hash, display_prefix, scopes)
      select organization_id, id, $2, 'sk_bench', '{}' from users where organization_id = $1`,
      [big, sha256(API_KEY)],
    );
    const { rows } = await client.query<{ id: string }>(
      'select id from signatures where deleted_at is null limit 500',
    );
    return rows.map(({ id }) => Number(id));
  } finally {
    await client.end();
  }
}

/** Sorted response times in milliseconds for a few callers who pause between requests. */
export async function latencies(port: number, ids: readonly number[], requests: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const measured: number[] = [];
  let sent = 0;
  const call = async () => {
    while (sent < requests) {
      const path = `/api/v1/signatures/${ids[sent++ % ids.length]}/status`;
      const started = performance.now();
      await new Promise<void>((resolve, reject) => {
        get({ port, path, agent, host: '127.0.0.1', headers: { 'x-api-key': API_KEY } }, (answer) => {
          answer.resume().on('end', resolve);
          if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        }).on('error', reject);
      });
      measured.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  agent.destroy();
  return measured.sort((a, b) => a - b);
}

export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(share * (sorted.length - 1))]!;

/** Prints the latency of GET …/status while idle and while `work` runs in a loop. */
export async function compareLatencies(
  { port, ids, requests }: { port: number; ids: readonly number[]; requests: number },
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await latencies(port, ids, requests / 4);
  const idle = await latencies(port, ids, requests);
  let isOver = false;
  let times = 0;
  const busy = (async () => {
    while (!isOver) {
      await work();
      times++;
    }
  })();
  const loaded = await latencies(port, ids, requests);
  isOver = true;
  await busy;
  const row = (name: string, values: number[]) => [
    name,
    ...SHARES.map((share) => percentile(values, share).toFixed(2)),
  ];
  const ratios = SHARES.map((share) => (percentile(loaded, share) / percentile(idle, share)).toFixed(2));
  printTable(
    ['GET /signatures/{id}/status, ms', 'median', '90th percentile', '99th percentile'],
    [row('idle', idle), row(`while ${times} ${what} ran back to back`, loaded), ['ratio', ...ratios]],
  );
}
