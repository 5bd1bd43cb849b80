import { rm } from 'node:fs/promises';
import { Transactions } from '../../src/platform/database/transactions.js';
import { RunnerLimits } from '../../src/platform/jobs/engine/runner-limits.js';
import { JobQueue } from '../../src/platform/jobs/job-queue.js';
import { MailComposers } from '../../src/platform/mail/mail-composers.js';
import { MailQueue } from '../../src/platform/mail/mail-queue.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { LimitingMailServer, TOO_FAST, type Treatment } from '../support/limiting-mail-server.js';
import { NoteComposer } from '../support/note-composer.js';
import { reducedIn } from '../support/reduced-counts.js';
import { until } from '../support/until.js';

/** Exchange Online's. A minute of it is a second here. */
const PER_MINUTE = 30;
const MINUTE_MS = 1_000;
const ALL = Array.from({ length: 10_000 }, (_, at) => `mail${at}`);
const FEW = ALL.slice(0, 600);
const ORGANIZATIONS = 4;
/** How many mails are told that they come too fast, although they do not: in each way at least once. */
const TOLD_WITHOUT_CAUSE = 12;
/** Of a hundred mails, how many are not bulk. */
const SINGLE_SHARE = 20;
/** Codes come at a tenth of the pace. */
const CODE_EVERY_MS = (MINUTE_MS / PER_MINUTE) * 10;
const TREATMENTS: Record<Treatment, number> = {
  greylisted: 20,
  'always busy': 5,
  unknown: 10,
  'answer lost': 5,
};

/** Mails that no recipient has put off. */
const WAITING = '(attempt = 0 or lease_until is not null)';
const NOTE = "payload ->> 'mail' = 'test.note'";

const addressOf = (name: string) => `${name}@example.com`;

let names: readonly string[];
let server: LimitingMailServer;
let tests: TestApp[];
const composers = [new NoteComposer('test.note'), new NoteComposer('test.code', true)] as const;
const [notes, codes] = composers;

beforeAll(async () => {
  names = reducedIn('mails at the pace of a provider', ALL, FEW);
  const every = Math.ceil(names.length / TOLD_WITHOUT_CAUSE);
  server = await LimitingMailServer.start({ most: PER_MINUTE, windowMs: MINUTE_MS, every });
  const settings = { smtpUrl: server.url, mailRatePerMinute: PER_MINUTE };
  const first = await startTestApp(settings);
  tests = [first, await startTestApp(settings, { database: first.database })];
  for (const { app } of tests) {
    Object.assign(app.get(RunnerLimits), { minuteSeconds: MINUTE_MS / 1000, pacedLookMs: 5 });
    for (const composer of composers) app.get(MailComposers).register(composer);
  }
});
afterAll(async () => {
  const [first, second] = tests;
  await second?.app.close();
  if (second) await rm(second.settings.dataDir, { recursive: true, force: true });
  await first?.close();
  await server.stop();
});

async function enqueue(
  names: readonly string[],
  organizationId: number,
  { kind = notes.kind, isBulk = false } = {},
): Promise<void> {
  const { app } = tests[0]!;
  await app.get(Transactions).run(async (tx) => {
    for (const name of names)
      await app.get(MailQueue).enqueue(tx, { kind, organizationId, isBulk, ids: { mailbox: name } });
  });
}

const count = async (condition: string): Promise<number> =>
  (await tests[0]!.dataSource.query(`select 1 from jobs where ${condition}`)).length;

it('10,000 mails through a server that refuses in every way: none is lost, none is sent twice', async () => {
  const organizations = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, () => tests[0]!.createOrganization()),
  );
  const ids = organizations.map(({ organizationId }) => organizationId);
  const treated = Object.entries(TREATMENTS).flatMap(([treatment, times]) =>
    Array.from({ length: times }, () => treatment as Treatment),
  );
  for (const [at, treatment] of treated.entries())
    server.treatments.set(addressOf(names[at * 7]!), treatment);
  const treatedAs = (wanted: Treatment) =>
    treated.flatMap((treatment, at) => (treatment === wanted ? [names[at * 7]!] : []));
  const [busy, unknown, unanswered] = [
    treatedAs('always busy'),
    treatedAs('unknown'),
    treatedAs('answer lost'),
  ];

  const isSingle = (at: number) => at % 100 < SINGLE_SHARE;
  for (const [turn, organizationId] of ids.entries()) {
    const own = [...names.entries()].filter(([at]) => at % ids.length === turn);
    const named = (single: boolean) => own.filter(([at]) => isSingle(at) === single).map(([, name]) => name);
    await enqueue(named(true), organizationId);
    await enqueue(named(false), organizationId, { isBulk: true });
  }

  const began = performance.now();
  const askedAt = new Map<string, number>();
  let quotaEndsAt: number | undefined;
  while ((await count(`${NOTE} and ${WAITING}`)) > 0) {
    const code = `code${askedAt.size}`;
    askedAt.set(code, performance.now());
    await enqueue([code], ids[askedAt.size % ids.length]!, { kind: codes.kind });
    await new Promise((resolve) => setTimeout(resolve, CODE_EVERY_MS));
    const isHalfWay = server.acceptedAt.length > names.length / 2;
    if (isHalfWay && quotaEndsAt === undefined) {
      server.quotaIsUsedUp = true;
      quotaEndsAt = performance.now() + 12 * MINUTE_MS;
    }
    if (quotaEndsAt !== undefined && performance.now() > quotaEndsAt) server.quotaIsUsedUp = false;
  }
  server.quotaIsUsedUp = false;
  await until('no code is left', async () => (await count(WAITING)) === 0, { longestMs: 600_000 });
  const minutes = (performance.now() - began) / MINUTE_MS;
  const held = server.acceptedAt.length;

  // What single recipients put off takes hours. Leases would end if the clock moved while mails are under way.
  await until('nothing is left', async () => {
    if ((await count('true')) === 0) return true;
    if ((await count('lease_until is not null or run_at <= app_now()')) > 0) return false;
    await tests[0]!.database.moveClock('30 minutes');
    tests[0]!.app.get(JobQueue).ring();
    return false;
  });

  const all = [...names, ...askedAt.keys()];
  const lost = [...busy, ...unknown];
  const timesOf = (name: string) => server.accepted.get(addressOf(name)) ?? 0;
  expect(all.filter((name) => timesOf(name) === 0).sort()).toEqual([...lost].sort());
  const twice = all.filter((name) => timesOf(name) > 1);
  expect(twice.filter((name) => !unanswered.includes(name))).toEqual([]);
  const told = (what: string) => [...notes.told, ...codes.told].filter(([each]) => each === what);
  expect(
    told('failed')
      .map(([, name]) => name)
      .sort(),
  ).toEqual([...lost].sort());
  expect(told('accepted')).toHaveLength(all.length - lost.length);
  for (const { code } of TOO_FAST) expect([...server.refusals.keys()]).toContain(String(code));
  expect(await tests[0]!.dataSource.query('select 1 from job_lanes where inflight > 0')).toEqual([]);

  const waits = [...askedAt]
    .map(([name, at]) => (server.firstAt.get(addressOf(name)) ?? Infinity) - at)
    .sort((a, b) => a - b);
  const refusals = [...server.refusals].map(([code, times]) => `${code}: ${times}`).join(', ');
  console.log(
    `${held} of ${all.length} mails, ${askedAt.size} of them codes, in ${Math.round(minutes)} minutes of the provider; ` +
      `most in one: ${server.mostWithin(MINUTE_MS)}; refusals ${refusals}; twice: ${twice.length}; ` +
      `codes: median ${Math.round(waits[Math.floor(waits.length / 2)]!)} ms, ` +
      `p95 ${Math.round(waits[Math.floor(waits.length * 0.95)]!)} ms`,
  );
}, 3_600_000);
