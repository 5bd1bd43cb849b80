import { count } from '../../../bench/support/report.js';
import { until } from '../../support/until.js';
import { type Findings } from '../findings.js';
import { AFTER_LEASE, ownerOf } from './deaths.js';
import { type Fleet, type Subscriber } from './fleet.js';
import { fail, ok } from './target.js';

const FAILURES = 10;
const AFTER_PROBE = '61 seconds';
const AFTER_RETRY = '10 minutes';
const LONGEST_END_MS = 60_000;

/** Kills the process that probes a held endpoint, or freezes it beyond its lease: another one continues to probe. */
export async function loseProbers(fleet: Fleet, findings: Findings): Promise<void> {
  const rounds = count('probes whose process is killed or frozen', 10, 2);
  const [subscriber] = (await fleet.begin(1)) as [Subscriber];
  const { target, organizationId } = subscriber;
  const number = async (sql: string) =>
    (await fleet.query<{ count: number }>(`select count(*)::integer as count from ${sql}`))[0]!.count;
  const isHeld = async () =>
    (await number(`webhook_endpoints where organization_id = ${organizationId} and held`)) === 1;
  const planned = () => number("jobs where kind = 'webhook.probe' and lease_until is null");
  const failed = () => number(`webhook_probes where organization_id = ${organizationId}`);
  const fails = async (probes: number) => {
    await until('a probe has failed', async () => (await failed()) === probes && (await planned()) === 1, {
      longestMs: LONGEST_END_MS,
    });
  };

  await fleet.query('update webhook_endpoints set holds_when_down = true where organization_id = $1', [
    organizationId,
  ]);
  target.respond = fail;
  await Promise.all([fleet.startWorker(), fleet.startWorker()]);
  await fleet.publish(subscriber, FAILURES);
  await until('it is held', isHeld, { longestMs: LONGEST_END_MS });
  const before = target.arrivals.length;
  for (let round = 0; round < rounds; round++) {
    const held = target.nextArrival();
    await fleet.moveClock(AFTER_PROBE);
    const { arrival, response } = await held;
    const prober = ownerOf(response.socket!.remotePort!, fleet.workers);
    if (round % 2 === 0) {
      await prober.kill();
      fleet.workers.splice(fleet.workers.indexOf(prober), 1);
      await fleet.startWorker();
    } else process.kill(prober.pid, 'SIGSTOP');
    await fleet.moveClock(AFTER_LEASE);
    await fails(round + 1);
    if (round % 2 === 0) continue;
    // The frozen process gets a success, which comes too late: another one has probed in its place.
    ok(response, arrival);
    process.kill(prober.pid, 'SIGCONT');
    await until('it has read the answer', () => target.isIdle);
  }
  const repeated = target.arrivals.length - before;
  const used = (await fleet.history(subscriber)).filter(({ attempts }) => attempts !== 1);
  const isStillHeld = await isHeld();
  target.respond = ok;
  await fleet.moveClock(AFTER_PROBE);
  await until('it goes on', async () => !(await isHeld()), { longestMs: LONGEST_END_MS });
  // A delivery that was not parked has a time for its next attempt.
  await fleet.moveClock(AFTER_RETRY);
  const rows = await fleet.untilSettled(LONGEST_END_MS);
  findings.tried(`${rounds} probes of a held endpoint whose process was killed or frozen, in turn`);
  findings.holds('each was sent once more, by another', repeated === 2 * rounds, `${repeated} requests`);
  findings.holds('late results were refused: it stayed on hold', isStillHeld);
  findings.none(
    'no attempt was used up meanwhile',
    used.map(({ attempts }) => `${attempts}`),
    rows.length,
  );
  findings.none(
    'everything went on with the first success',
    rows.filter(({ status }) => status !== 'success').map(({ failureReason }) => `${failureReason}`),
    rows.length,
  );
}
