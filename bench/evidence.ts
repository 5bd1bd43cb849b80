import { Client } from 'pg';
import { withDatabase } from '../scripts/with-database.js';
import { type ChainedEvent, hashOfEvent, verifyChain } from '../src/audit-chain/audit-chain.js';
import { canonicalJson } from '../src/audit-chain/canonical-json.js';
import { migrate } from '../src/platform/database/migrate.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';
import { seedSignatures } from './support/seed-signatures.js';

// Time to verify a chain of events, and the cost of appending one, compared with plainly inserting the same row into
// an identical table. Each runs in its own transaction, and the two alternate.

const EVENTS = 10_000;
const VERIFICATIONS = count('Verifications', 30, 5);
const RECORDED = count('Events per kind', 3_000, 200);
const WARM_UP = 200;

const DATA = {
  ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  language: 'es-MX',
  timeZone: 'America/Mexico_City',
};

function chainOf(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let number = 1; number <= length; number++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
    const previous = events.at(-1)?.hash ?? null;
    const facts = { createdAt, data: DATA, number, previous, signatureId: 12, signerId: 7, type: 'opened' };
    events.push({ ...facts, hash: hashOfEvent(facts) });
  }
  return events;
}

function timeOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function verifications(): number[] {
  const events = chainOf(EVENTS);
  return Array.from({ length: VERIFICATIONS }, () =>
    timeOf(() => {
      if (!verifyChain(events).isWhole) throw new Error('the chain is broken');
    }),
  );
}

/** Milliseconds per insert, chained and plain. */
async function recordings(client: Client): Promise<{ chained: number[]; plain: number[] }> {
  const { big } = await seedSignatures(client, {
    smallOrganizations: 0,
    smallSignatures: 0,
    bigSignatures: 1,
  });
  const { rows } = await client.query<{ id: string }>('select id from signatures');
  const values = [big, rows[0]!.id, 7, 'opened', canonicalJson(DATA)];
  await client.query('create table plain_events (like signature_audit_events including all)');
  const chained = { name: 'append', text: 'select append_signature_event($1, $2, $3, $4, $5)', values };
  const plain = {
    name: 'plain',
    text: `insert into plain_events (organization_id, signature_id, signer_id, type, data, number, hash)
      values ($1, $2, $3, $4, $5, $6, sha256(''))`,
  };
  const times = { chained: [] as number[], plain: [] as number[] };
  for (let turn = -WARM_UP; turn < RECORDED; turn++) {
    const first = await timeOfQuery(client, chained);
    const second = await timeOfQuery(client, { ...plain, values: [...values, turn + WARM_UP + 1] });
    if (turn < 0) continue;
    times.chained.push(first);
    times.plain.push(second);
  }
  return times;
}

async function timeOfQuery(
  client: Client,
  query: { name: string; text: string; values: unknown[] },
): Promise<number> {
  const started = performance.now();
  await client.query(query);
  return performance.now() - started;
}

const row = (name: string, times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return [name, median(times).toFixed(2), sorted[Math.floor(sorted.length * 0.95)]!.toFixed(2)];
};

await withDatabase(async (url) => {
  await migrate(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { chained, plain } = await recordings(client);
    printMachine();
    printTable(
      ['Milliseconds', 'median', '95th percentile'],
      [
        row(`verify a chain of ${EVENTS} events`, verifications()),
        row('append an event to its chain', chained),
        row('plain insert of the same row', plain),
      ],
    );
  } finally {
    await client.end();
  }
});
