import { setTimeout as wait } from 'node:timers/promises';
import { count } from '../../../bench/support/report.js';
import { SOCKETS } from '../../../src/webhooks/domain/sockets.js';
import { until } from '../../support/until.js';
import { type Findings } from '../findings.js';
import { type Fleet, type Subscriber } from './fleet.js';
import { fail, hang, ok, Target } from './target.js';

const LONGEST_END_MS = 600_000;
const MOST_AT_ONCE = 8;
/** Below this, the other load of the machine decides. */
const LEAST_BASELINE_MS = 100;
const BATCH = 100;
const EVENT_EVERY_MS = 20;
const WARMING_UP = 20;
const SAMPLE = 50;
/** Endpoints that answer, next to those that do not. */
const HEALTHY = 20;
const LOOK_MS = 20;

/** An endpoint that was down comes back with thousands waiting: it is not flooded, and the others do not notice. */
export async function comeBack(fleet: Fleet, findings: Findings): Promise<void> {
  const waiting = count('deliveries that wait for an endpoint', 10_000, 150);
  await fleet.begin(4);
  const [down, ...others] = fleet.subscribers as [Subscriber, ...Subscriber[]];
  await Promise.all([fleet.startWorker(), fleet.startWorker()]);
  await percentile95(fleet, others, WARMING_UP);
  const baseline = await percentile95(fleet, others, SAMPLE);
  down.target.respond = fail;
  for (let left = waiting; left > 0; left -= BATCH) await fleet.publish(down, Math.min(BATCH, left));
  const isTried = async () => (await fleet.history(down)).every(({ attempts }) => attempts === 1);
  await until('each was tried once', isTried, { longestMs: LONGEST_END_MS, lookMs: 500 });
  down.target.respond = (response, arrival) => setTimeout(() => ok(response, arrival), 20);
  down.target.mostAtOnce = 0;
  const begun = performance.now();
  const wanted = down.target.arrivals.length + waiting;
  const isOver = () => down.target.arrivals.length >= wanted || performance.now() - begun > LONGEST_END_MS;
  await fleet.moveClock('10 minutes');
  const meanwhile = await percentile95(fleet, others, (event) => event >= SAMPLE && isOver());
  const rows = await fleet.untilSettled(LONGEST_END_MS);
  const took = Math.round((performance.now() - begun) / 1_000);
  findings.tried(`an endpoint down with ${waiting} waiting, and back; all had been sent after ${took} s`);
  const undelivered = rows.filter(({ status }) => status !== 'success');
  findings.none(
    'all were delivered',
    undelivered.map(({ failureReason }) => `${failureReason}`),
    rows.length,
  );
  const { mostAtOnce } = down.target;
  findings.holds(`at most ${MOST_AT_ONCE} at once`, mostAtOnce <= MOST_AT_ONCE, `${mostAtOnce}`);
  judge(findings, 'the others were not disturbed', baseline, meanwhile);
}

/** Some endpoints accept a request and are silent for 30 seconds: the others do not wait for them. */
export async function outliveHangingEndpoints(fleet: Fleet, findings: Findings): Promise<void> {
  const events = count('events to endpoints that answer', 2_000, 200);
  await fleet.begin(10);
  const hanging = fleet.subscribers.slice(0, 2);
  const healthy = fleet.subscribers.slice(2);
  try {
    await fleet.startWorker();
    await percentile95(fleet, healthy, WARMING_UP);
    const baseline = await percentile95(fleet, healthy, events);
    for (const { target } of hanging) target.respond = hang;
    for (const subscriber of hanging) await fleet.publish(subscriber, BATCH);
    const meanwhile = await percentile95(fleet, healthy, events);
    findings.tried(
      `2 of 10 endpoints hanging, each with ${BATCH} waiting, and ${events} events to the others`,
    );
    judge(findings, 'the healthy ones’ p95 is at most twice their baseline', baseline, meanwhile);
  } finally {
    for (const { target } of hanging) target.server.closeAllConnections();
  }
}

/**
 * A fifth of the endpoints stop answering at the same moment, each with a burst of events: together they could take
 * all sockets of the process before the first of them has timed out.
 */
export async function outliveFirstHangs(fleet: Fleet, findings: Findings): Promise<void> {
  const hangs = count('endpoints that begin to hang', 30, 20);
  const events = count('events to endpoints that answer', 1_000, 200);
  await fleet.begin(0);
  const certificate = await fleet.authority.issue(['localhost']);
  for (let each = 0; each < 5 * hangs; each++) await fleet.subscribe(await Target.open(certificate));
  const hanging = fleet.subscribers.slice(0, hangs);
  const healthy = fleet.subscribers.slice(hangs);
  try {
    await fleet.startWorker();
    await percentile95(fleet, fleet.subscribers, 2 * fleet.subscribers.length);
    const baseline = await percentile95(fleet, healthy, events);
    for (const { target } of hanging) target.respond = hang;
    const begun = performance.now();
    await Promise.all(hanging.map((subscriber) => fleet.publish(subscriber, MOST_AT_ONCE)));
    const meanwhile = await percentile95(fleet, healthy, events);
    const took = Math.round((performance.now() - begun) / 1_000);
    const open = hanging.reduce((sum, { target }) => sum + target.mostAtOnce, 0);
    findings.tried(
      `${hangs} of ${5 * hangs} endpoints hanging for the first time, each with ${MOST_AT_ONCE} events, and ${events} events to the others within ${took} s`,
    );
    findings.holds(`they have half of the ${SOCKETS} sockets at most`, open <= SOCKETS / 2, `${open}`);
    judge(findings, 'the healthy ones’ p95 is at most twice their baseline', baseline, meanwhile);
  } finally {
    for (const { target } of hanging) target.server.closeAllConnections();
  }
}

/** A hundred endpoints that have let a request time out get many events: they take at most half of the sockets. */
export async function outliveSlowEndpoints(fleet: Fleet, findings: Findings): Promise<void> {
  const slowOnes = count('endpoints that let requests time out', 100, 20);
  const events = count('events to endpoints that answer', 2_000, 200);
  await fleet.begin(0);
  const certificate = await fleet.authority.issue(['localhost']);
  for (let each = 0; each < slowOnes + HEALTHY; each++) await fleet.subscribe(await Target.open(certificate));
  const slow = fleet.subscribers.slice(0, slowOnes);
  const healthy = fleet.subscribers.slice(slowOnes);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(
      most,
      slow.reduce((sum, { target }) => sum + target.openRequests, 0),
    );
  }, LOOK_MS);
  try {
    await fleet.startWorker();
    await percentile95(fleet, fleet.subscribers, 2 * fleet.subscribers.length);
    const baseline = await percentile95(fleet, healthy, SAMPLE);
    for (const { target } of slow) target.respond = hang;
    await Promise.all(slow.map((subscriber) => fleet.publish(subscriber)));
    const haveTimedOut = async () =>
      (await Promise.all(slow.map((subscriber) => fleet.history(subscriber))))
        .flat()
        .every(({ attempts }) => attempts > 0);
    await until('each has timed out once', haveTimedOut, { longestMs: LONGEST_END_MS, lookMs: 500 });
    most = 0;
    await Promise.all(slow.map((subscriber) => fleet.publish(subscriber, MOST_AT_ONCE)));
    const meanwhile = await percentile95(fleet, healthy, events);
    findings.tried(
      `${slowOnes} endpoints that have timed out once, each with ${MOST_AT_ONCE} events, and ${events} events to ${HEALTHY} others`,
    );
    findings.holds('they were at work', most > 0, `${most} requests at once`);
    findings.holds(
      `they have half of the ${SOCKETS} sockets at most`,
      most <= SOCKETS / 2,
      `${most} at any moment`,
    );
    judge(findings, 'the healthy ones’ p95 is at most twice their baseline', baseline, meanwhile);
  } finally {
    clearInterval(watch);
    for (const { target } of slow) target.server.closeAllConnections();
  }
}

export function judge(findings: Findings, what: string, baseline: number, meanwhile: number): void {
  const ratio = (meanwhile / baseline).toFixed(1);
  const most = 2 * Math.max(baseline, LEAST_BASELINE_MS);
  const figures = `p95 ${Math.round(meanwhile)} ms, before ${Math.round(baseline)} ms, ${ratio} times (at most ${Math.round(most)} ms)`;
  findings.holds(what, meanwhile <= most, figures);
}

/**
 * Publishes events one by one, and waits for them.
 * @param events - how many, or whether that many were enough
 * @returns the 95th percentile from commit to receipt, in ms
 */
export async function percentile95(
  fleet: Fleet,
  subscribers: Subscriber[],
  events: number | ((published: number) => boolean),
): Promise<number> {
  const numbers = new Set<number>();
  const isEnough = typeof events === 'number' ? (published: number) => published >= events : events;
  for (let event = 0; !isEnough(event); event++) {
    const [number] = await fleet.publish(subscribers[event % subscribers.length]!);
    numbers.add(number!);
    await wait(EVENT_EVERY_MS);
  }
  const arrived = () =>
    subscribers.flatMap(({ target }) => target.arrivals.filter(({ number }) => numbers.has(number)));
  await until('all have arrived', () => arrived().length >= numbers.size, { longestMs: LONGEST_END_MS });
  const delays = arrived().map(({ number, at }) => Math.max(0, at - fleet.committed.get(number)!));
  return delays.toSorted((a, b) => a - b)[Math.ceil(delays.length * 0.95) - 1]!;
}
