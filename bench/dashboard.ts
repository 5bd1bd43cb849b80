import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createApp } from '../src/configure-app.js';
import { VisitLimits } from '../src/dashboard/pages/visit-throttle.js';
import { hashPassword } from '../src/organizations/password.js';
import { dataSourceOptions } from '../src/platform/database/data-source-options.js';
import { PinoLogger } from '../src/platform/logging/pino-logger.js';
import { benchSettings } from './support/bench-settings.js';
import { type ListPlace, placesOf } from './support/list-places.js';
import { median } from './support/median.js';
import { progress } from './support/progress.js';
import { count, printHead, printMachine, printRow } from './support/report.js';
import { seedActivity } from './support/seed-activity.js';
import { seedDeliveries, type SeededDeliveries } from './support/seed-deliveries.js';
import { personEmail, seedSignatures } from './support/seed-signatures.js';
import { withSeededDatabase } from './support/seeded-database.js';

// Time until a page of the dashboard has arrived, over loopback, for an organization with many requests and
// deliveries and much activity: the lists with each filter and from deep places, the overview, and a request and a
// delivery. `--
// --data=FOLDER` fills a database there, and measures it on the next run.

const SIGNATURES = count('Signatures', 1_000_000, 20_000);
const DELIVERIES = count('Deliveries', 1_000_000, 20_000);
const ACTIVITY = count('Events of activity', 1_000_000, 20_000);
const SAMPLES = count('Samples of each page', 60, 5);
const WARM_UP = 5;
const EMAIL = 'owner@example.com';
const PASSWORD = 'three unrelated words';

interface Case {
  name: string;
  page: string;
  /** What is posted; otherwise the page is only read. */
  form?: Record<string, string>;
}

const SIGNATURE_FILTERS = [
  'status=completed',
  'type=fast',
  'subject=agreement',
  'subject=nothing+like+it',
  'fileName=lease',
  `recipient=${personEmail(7)}`,
  'dateFrom=2026-06-01&dateTo=2026-06-30',
  'status=completed&type=fast&subject=lease',
  'status=waiting',
  'status=cancelled',
  'q=12345',
  'q=agreement',
  'q=Person+77',
  'q=nothing+like+it',
  `q=${encodeURIComponent(personEmail(7))}`,
  'q=lease&status=completed&type=fast',
  'q=Person+77&status=waiting&dateFrom=2026-02-01',
  'sortBy=dateSent',
  'sortBy=updatedAt&sortOrder=asc',
  'sortBy=dateSent&sortOrder=asc&status=completed',
  'dateFrom=2026-06-01&dateTo=2026-06-30&sortBy=dateSent',
  'dateFrom=2026-06-01&dateTo=2026-06-30&sortOrder=asc',
  'dateFrom=2026-06-01&dateTo=2026-06-30&sortBy=updatedAt',
  'dateTo=2026-01-31&sortBy=updatedAt',
  'dateFrom=2026-02-01&dateTo=2026-11-30&sortBy=updatedAt&sortOrder=asc',
  'status=completed&dateFrom=2026-06-01&sortBy=updatedAt',
  'subject=agreement&dateFrom=2026-06-01&dateTo=2026-06-30&sortBy=updatedAt',
];
const PEOPLE_ASKED_BEFORE = ['pe', 'person 7', personEmail(7), 'nobody'];
const deliveryFilters = ({ webhookId, endpointIds: [first, other] }: SeededDeliveries) => [
  'event=signature.completed',
  'status=failed',
  'event=signature.completed&status=failed',
  'subject=signature&subjectId=7',
  'from=2026-06-01T00:00&to=2026-06-30T23:59',
  'to=2026-01-31T23:59',
  `webhookId=${webhookId}`,
  `q=${webhookId}`,
  'q=7',
  'q=7&status=failed',
  'status=retrying',
  `endpoint=${first}`,
  `endpoint=${other}`,
  `endpoint=${other}&status=failed&from=2026-06-01T00:00&to=2026-06-30T23:59`,
];

const ACTIVITY_FILTERS = [
  'type=signature_sent',
  'kind=signature',
  'q=%237',
  `q=${EMAIL}`,
  'q=owner',
  'q=reminded',
  'q=nobody+like+that',
  'q=owner&kind=signature&from=2026-06-01&to=2026-06-30',
  'from=2026-06-01&to=2026-06-30',
];

function casesOf(
  lists: Record<'signatures' | 'deliveries', ListPlace[]>,
  deliveries: SeededDeliveries,
): Case[] {
  const deep = (list: keyof typeof lists) =>
    lists[list].map(({ number, place }) => ({
      name: `${list}, page ${number}`,
      page: `${list}?before=${place}`,
    }));
  const filtered = (list: string, filters: string[]) =>
    filters.map((filter) => ({ name: `${list}, ${decodeURIComponent(filter)}`, page: `${list}?${filter}` }));
  return [
    { name: 'overview', page: '' },
    { name: 'signatures, page 1', page: 'signatures' },
    ...deep('signatures'),
    ...filtered('signatures', SIGNATURE_FILTERS),
    ...PEOPLE_ASKED_BEFORE.map((q) => ({
      name: `people asked before, ${q}`,
      page: 'signatures/people',
      form: { q },
    })),
    { name: 'one signature', page: `signatures/${lists.signatures[0]!.place.split('-')[1]}` },
    { name: 'deliveries, page 1', page: 'deliveries' },
    ...deep('deliveries'),
    ...filtered('deliveries', deliveryFilters(deliveries)),
    { name: 'activity, page 1', page: 'activity' },
    { name: 'activity, in the middle', page: `activity?before=${Math.ceil(ACTIVITY / 2)}` },
    ...filtered('activity', ACTIVITY_FILTERS),
    { name: 'one delivery', page: `deliveries/${deliveries.deliveryId}` },
  ];
}

/** A member of the organization. */
class Member {
  private readonly cookies = new Map<string, string>();
  private formToken = '';

  constructor(private readonly url: string) {}

  /** @param form - is posted, with the token of the page read last */
  async fetch(page: string, form?: Record<string, string>): Promise<{ html: string; status: number }> {
    const { formToken } = this;
    const response = await fetch(`${this.url}/dashboard/${page}`.replace(/\/$/, ''), {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams({ ...form, formToken }),
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.cookies.set(name!, value!);
    }
    const html = await response.text();
    this.formToken = /name="formToken" value="([0-9a-f]{64})"/.exec(html)?.[1] ?? formToken;
    return { html, status: response.status };
  }

  async signIn(): Promise<void> {
    await this.fetch('sign-in');
    await this.fetch('sign-in', { email: EMAIL, password: PASSWORD, next: '' });
    await this.fetch('');
  }
}

/** A table row: median and 95th percentile in milliseconds, and the size of the page. */
async function measure(member: Member, { name, page, form }: Case): Promise<string[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
    const started = performance.now();
    const { html, status } = await member.fetch(page, form);
    const took = performance.now() - started;
    if (status !== 200) throw new Error(`${page} answered ${status}`);
    bytes = Buffer.byteLength(html);
    if (sample >= 0) times.push(took);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const late = sorted[Math.floor(sorted.length * 0.95)]!;
  return [name, median(times).toFixed(1), late.toFixed(1), (bytes / 1024).toFixed(0)];
}

async function seed(url: string) {
  const client = new Client({ connectionString: url, ...dataSourceOptions(url).extra });
  await client.connect();
  try {
    const plan = { smallOrganizations: 0, smallSignatures: 0, bigSignatures: SIGNATURES };
    const { big } = await seedSignatures(client, plan, progress);
    await client.query('update accounts set password_hash = $1 where email = $2', [
      await hashPassword(PASSWORD),
      EMAIL,
    ]);
    const deliveries = await seedDeliveries(client, big!, DELIVERIES, progress);
    await seedActivity(client, big!, ACTIVITY, progress);
    return { lists: await placesOf(client, big!), deliveries };
  } finally {
    await client.end();
  }
}

async function measureAll(
  url: string,
  { lists, deliveries }: Awaited<ReturnType<typeof seed>>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  const settings = benchSettings(url, dataDir);
  const app = await createApp(settings, url, new PinoLogger(settings.logLevel));
  Object.assign(app.get(VisitLimits, { strict: false }), { ofAddress: Infinity, ofAccount: Infinity });
  try {
    await app.listen(0, '127.0.0.1');
    const publicUrl = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    Object.assign(settings, { publicUrl });
    const member = new Member(publicUrl);
    await member.signIn();
    printMachine();
    printHead(['page', 'median, ms', '95th percentile, ms', 'KiB']);
    for (const each of casesOf(lists, deliveries)) printRow(await measure(member, each));
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await withSeededDatabase({
  plan: `${SIGNATURES} signatures, ${ACTIVITY} events of activity and ${DELIVERIES} deliveries, these with a part for each month, in one organization`,
  seed,
  measure: measureAll,
});
