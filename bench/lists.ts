import 'reflect-metadata';
import { Client } from 'pg';
import { Random } from '../scripts/mrz/random.js';
import { dataSourceOptions } from '../src/platform/database/data-source-options.js';
import {
  type ListStatements,
  listStatements,
  type SignatureFilter,
} from '../src/signatures/lists/signature-list.queries.js';
import { type ListCase, listCases } from './support/list-cases.js';
import { median } from './support/median.js';
import { type ExplainedRow, sequentiallyScanned } from './support/plan-nodes.js';
import { progress } from './support/progress.js';
import { count, printHead, printMachine, printRow } from './support/report.js';
import { seedSignatures } from './support/seed-signatures.js';
import { withSeededDatabase } from './support/seeded-database.js';

// Time of a list request's statements by filter, for the page and the total. The statements are prepared and planned
// as in the service. `-- --data=FOLDER` fills a database there, and measures it on the next run.

const ORGANIZATIONS = count('Organizations', 1_000, 100);
const SIGNATURES = count('Signatures in all of them', 1_000_000, 20_000);
const BIG_SIGNATURES = count('Signatures in one more organization', 100_000, 10_000);
const SAMPLES = count('Samples per filter, in random organizations', 300, 20);
const BIG_SAMPLES = count('Samples per filter in the big organization', 30, 5);
const TABLES = ['signatures', 'signature_signers'];

async function time(client: Client, statement: ListStatements['page']): Promise<number> {
  const started = performance.now();
  await client.query(statement);
  return performance.now() - started;
}

/** Tables that the statements scan sequentially with these values. */
async function scanned(client: Client, { page, total }: ListStatements): Promise<string> {
  const tables: string[] = [];
  for (const { text, values } of [page, total]) {
    const { rows } = await client.query<ExplainedRow>(`explain (format json) ${text}`, values);
    tables.push(...sequentiallyScanned(rows[0]!));
  }
  return TABLES.filter((table) => tables.includes(table)).join(', ') || 'none';
}

/** A table row: medians and 95th percentile in milliseconds. */
async function measure(
  client: Client,
  { name, filter }: ListCase,
  organizations: number[],
): Promise<string[]> {
  const samples: { page: number; total: number }[] = [];
  const scans = new Set<string>();
  for (const organizationId of organizations) {
    const statements = listStatements({ ...filter, organizationId } as SignatureFilter);
    samples.push({ page: await time(client, statements.page), total: await time(client, statements.total) });
    scans.add(await scanned(client, statements));
  }
  const both = samples.map(({ page, total }) => page + total).toSorted((a, b) => a - b);
  return [
    name,
    median(samples.map(({ page }) => page)).toFixed(2),
    median(samples.map(({ total }) => total)).toFixed(2),
    median(both).toFixed(2),
    both[Math.floor(both.length * 0.95)]!.toFixed(2),
    [...scans].join('; '),
  ];
}

async function printLists(
  client: Client,
  title: string,
  cases: ListCase[],
  organizations: number[],
): Promise<void> {
  console.log('');
  printHead([title, 'page, ms', 'total, ms', 'both, ms', 'both, 95th percentile', 'sequential scans']);
  for (const listCase of cases) printRow(await measure(client, listCase, organizations));
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, ...dataSourceOptions(url).extra });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const SMALL = `${SIGNATURES} signatures in ${ORGANIZATIONS} organizations`;

await withSeededDatabase({
  plan: `${SMALL} and ${BIG_SIGNATURES} in one more`,
  seed: (url) =>
    withClient(url, (client) =>
      seedSignatures(
        client,
        {
          smallOrganizations: ORGANIZATIONS,
          smallSignatures: SIGNATURES,
          bigSignatures: BIG_SIGNATURES,
        },
        progress,
      ),
    ),
  measure: (url, { small, big }) =>
    withClient(url, async (client) => {
      const random = new Random(1);
      const drawn = Array.from({ length: SAMPLES }, () => random.pick(small));
      printMachine();
      await printLists(client, SMALL, listCases(SIGNATURES / ORGANIZATIONS), drawn);
      await printLists(
        client,
        `The organization with ${BIG_SIGNATURES}`,
        listCases(BIG_SIGNATURES),
        Array.from({ length: BIG_SAMPLES }, () => big!),
      );
    }),
});
