import 'reflect-metadata';
import { Client } from 'pg';
import { Random } from '../scripts/mrz/random.js';
import { withDatabase } from '../scripts/with-database.js';
import { dataSourceOptions } from '../src/platform/database/data-source-options.js';
import { migrate } from '../src/platform/database/migrate.js';
import {
  type ListStatements,
  listStatements,
  type SignatureFilter,
} from '../src/signatures/signature-list.queries.js';
import { type ListCase, listCases } from './support/list-cases.js';
import { median } from './support/median.js';
import { type ExplainedRow, sequentiallyScanned } from './support/plan-nodes.js';
import { count, printMachine, printTable } from './support/report.js';
import { seedSignatures } from './support/seed-signatures.js';

// Time of a list request's statements by filter, for the page and the total. The statements are prepared and
// planned as in the service.

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
  const rows: string[][] = [];
  for (const listCase of cases) rows.push(await measure(client, listCase, organizations));
  console.log('');
  printTable([title, 'page, ms', 'total, ms', 'both, ms', 'both, 95th percentile', 'sequential scans'], rows);
}

await withDatabase(async (url) => {
  await migrate(url);
  const client = new Client({ connectionString: url, ...dataSourceOptions(url).extra });
  await client.connect();
  try {
    const { small, big } = await seedSignatures(client, {
      smallOrganizations: ORGANIZATIONS,
      smallSignatures: SIGNATURES,
      bigSignatures: BIG_SIGNATURES,
    });
    const random = new Random(1);
    const drawn = Array.from({ length: SAMPLES }, () => random.pick(small));
    const title = `${SIGNATURES} signatures in ${ORGANIZATIONS} organizations`;
    printMachine();
    await printLists(client, title, listCases(SIGNATURES / ORGANIZATIONS), drawn);
    await printLists(
      client,
      `The organization with ${BIG_SIGNATURES}`,
      listCases(BIG_SIGNATURES),
      Array.from({ length: BIG_SAMPLES }, () => big!),
    );
  } finally {
    await client.end();
  }
});
