import { setTimeout as wait } from 'node:timers/promises';
import { count } from '../../../bench/support/report.js';
import { until } from '../../support/until.js';
import { type Findings } from '../findings.js';
import { type Fleet, type Subscriber } from './fleet.js';
import { importing } from './receivers.js';
import { fail, ok } from './target.js';

const LONGEST_END_MS = 120_000;
const WRONG_MINUTES = 10;
/** Around the contract's five minutes, with the jitter of 10 %. */
const RETRY_SECONDS = { least: 269, most: 331 };
/** The difference that receivers allow between `webhook-timestamp` and their clock. */
const TOLERANCE_SECONDS = 300;
const LEAST_SHARE = 0.6;

/** One process has a wrong clock, behind or ahead: attempts are due when the database says so. */
export async function trustNoProcessClock(fleet: Fleet, findings: Findings): Promise<void> {
  const directions = count('processes with a wrong clock', 2, 1);
  for (const minutes of [WRONG_MINUTES, -WRONG_MINUTES].slice(0, directions)) {
    await fleet.begin(1);
    const [subscriber] = fleet.subscribers as [Subscriber];
    const { target } = subscriber;
    target.respond = fail;
    const moved = await clockOffset(fleet);
    await fleet.startWorker({ NODE_OPTIONS: wrongClock(minutes) });
    await fleet.publish(subscriber, 10);
    const hasTried = (attempts: number) => async () =>
      (await fleet.history(subscriber)).every((row) => row.attempts === attempts);
    await until('each was tried', hasTried(1), { longestMs: LONGEST_END_MS });
    const delays = (await fleet.history(subscriber)).map(
      ({ nextRetryAt, deliveredAt }) => (nextRetryAt!.getTime() - deliveredAt!.getTime()) / 1_000,
    );
    findings.tried(`a process ${minutes} minutes off, 10 deliveries that fail first`);
    const wrong = delays.filter((each) => each < RETRY_SECONDS.least || each > RETRY_SECONDS.most);
    findings.none(
      'the next attempt is in five minutes',
      wrong.map((each) => `${each} s`),
      delays.length,
    );
    await fleet.moveClock('4 minutes');
    await wait(2_000);
    const early = target.arrivals.length - delays.length;
    findings.holds('nothing came early', early === 0, `${early}`);
    target.respond = ok;
    await fleet.moveClock('2 minutes');
    await until('each was tried again', hasTried(2), { longestMs: LONGEST_END_MS });
    const stamped = target.arrivals.filter(({ headers }) => headers['webhook-timestamp'] !== undefined);
    const off = stamped
      .map(({ headers }) => Number(headers['webhook-timestamp']) - moved - Date.now() / 1_000)
      // The service's clock was moved by another six minutes, which the second attempts include.
      .filter((each) => each < -TOLERANCE_SECONDS || each > TOLERANCE_SECONDS + 360);
    findings.none('receivers would accept the time of each signature', off.map(String), stamped.length);
  }
}

/** The seconds by which the service's clock is ahead, because earlier rows have moved it. */
function clockOffset(fleet: Fleet): Promise<number> {
  return fleet.withClient(async (client) => {
    const { rows } = await client.query<{ seconds: string }>(
      'select extract(epoch from clock_offset) as seconds from app_clock',
    );
    return Number(rows[0]!.seconds);
  });
}

/** NODE_OPTIONS that move a process's date; its timers and TLS are unaffected. */
function wrongClock(minutes: number): string {
  return importing(`
    const Real = Date; const now = () => Real.now() + ${minutes * 60_000};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`);
}

/** A transaction stays open for minutes, so nothing can be vacuumed. */
export async function holdTransaction(fleet: Fleet, findings: Findings): Promise<void> {
  const openSeconds = count('seconds that a transaction stays open', 180, 3);
  const rate = count('events a second', 500, 100);
  await fleet.begin(10);
  await Promise.all([fleet.startWorker(), fleet.startWorker()]);
  await throughput(fleet, rate, 2);
  const before = await throughput(fleet, rate, Math.min(openSeconds, 30));
  const readers = fleet.feedReaders();
  const held = { recorded: 0, shown: 0 };
  const meanwhile = await fleet.withClient(async (client) => {
    await client.query('begin isolation level repeatable read');
    // Writing gives the transaction a number, and the feed ends below it until it is over.
    await client.query('create temporary table held (id bigint)');
    await client.query('select count(*) from jobs');
    const recordedBefore = fleet.committed.size;
    readers.begin();
    const measured = await throughput(fleet, rate, openSeconds);
    held.recorded = fleet.committed.size - recordedBefore;
    held.shown = readers.count - recordedBefore;
    await client.query('rollback');
    return measured;
  });
  const rows = await fleet.untilSettled(LONGEST_END_MS * 5);
  findings.tried(`a transaction open for ${openSeconds} s at ${rate} events a second: ${rows.length} events`);
  const figures = `${Math.round(meanwhile)} a second, ${Math.round(before)} before`;
  findings.holds(
    `throughput is at least ${LEAST_SHARE} of what it was`,
    meanwhile >= LEAST_SHARE * before,
    figures,
  );
  const undelivered = rows.filter(({ status }) => status !== 'success');
  findings.none(
    'all were delivered',
    undelivered.map(({ failureReason }) => `${failureReason}`),
    rows.length,
  );
  findings.holds(
    'the feed waits for it',
    held.shown === 0 && held.recorded > 0,
    `${held.shown} of ${held.recorded} events recorded meanwhile were shown before it ended`,
  );
  await readers.judge(findings, rows, LONGEST_END_MS);
}

/** Publishes at a steady rate. @returns deliveries per second meanwhile */
async function throughput(fleet: Fleet, rate: number, seconds: number): Promise<number> {
  const arrivals = () => fleet.subscribers.reduce((sum, { target }) => sum + target.arrivals.length, 0);
  const [begun, before] = [performance.now(), arrivals()];
  const each = rate / fleet.subscribers.length / 10;
  while (performance.now() - begun < seconds * 1_000) {
    const next = performance.now() + 100;
    await fleet.publishToAll(Math.ceil(each));
    await wait(Math.max(0, next - performance.now()));
  }
  return (arrivals() - before) / ((performance.now() - begun) / 1_000);
}
