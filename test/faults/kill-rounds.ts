import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../bench/support/median.js';
import { count } from '../../bench/support/report.js';
import { Random } from '../../scripts/mrz/random.js';
import { ANALYZE_IMAGE } from '../../src/identity-verifications/verification-job.kinds.js';
import { MAIL_JOB } from '../../src/platform/mail/mail-queue.js';
import { SEAL_JOB } from '../../src/signatures/signature-job.kinds.js';
import { DELIVER_JOB } from '../../src/webhooks/webhook-dispatcher.js';
import { patience } from '../support/patience.js';
import { type ServerProcess } from '../support/server-process.js';
import { Aftermath } from './aftermath.js';
import { expectComplete } from './completeness.js';
import { type Findings, seconds } from './findings.js';
import { Site } from './site.js';
import { expectNoHalfFiles } from './stored-files.js';
import { Workload } from './workload.js';

const SEED = 2026;
/** Between the moment the service is ready and its death. More on a busy machine, for as much work. */
const WORK_MS = { least: 1_000, most: 5_000 };
/** Every other round waits until one of these jobs is running, and then not much longer. */
const JOBS = [SEAL_JOB, DELIVER_JOB, MAIL_JOB, ANALYZE_IMAGE];
const LONGEST_WAIT_MS = 15_000;
const AT_WORK_MS = { least: 0, most: 1_000 };
/** One in this many rounds kills the service while it starts. */
const STARTING_EVERY = 5;
/**
 * One in this many rounds lasts until journeys of each kind have ended. What a kill cuts off waits for its lease, which
 * is longer than other rounds, and would be cut off whenever it runs again.
 */
const ENDING_EVERY = 10;
const LONGEST_ENDING_MS = 300_000;
const STARTING_MS = { least: 50, most: 2_000 };
/** The service's promise: after a crash, work continues within this time. More on a busy machine. */
const LONGEST_LEASE_MS = 30_000;
/** A child ends after its current task, which has ten seconds of processor time. More on a busy machine. */
const LONGEST_CHILD_MS = 15_000;
const SETTLE_MS = 60_000;
const REPORT_EVERY = 20;

/**
 * Kills the service again and again under load, and expects that nothing it had accepted is lost or happens twice.
 */
export async function killRounds(findings: Findings): Promise<void> {
  const rounds = count('rounds', 200, 6);
  const site = await Site.open(count('organizations', 3, 2));
  const workload = new Workload(site, SEED);
  try {
    const aftermath = new Aftermath(site);
    workload.begin();
    const starts = await runRounds(rounds, site.server, aftermath, workload);
    await workload.finish();
    const kills = rounds + Math.floor(rounds / STARTING_EVERY);
    findings.tried(`${kills} kill -9 in ${rounds} rounds with seed ${SEED}`);
    workload.tell(findings);
    findings.seen(`starts: median ${seconds(median(starts))}, longest ${seconds(Math.max(...starts))}`);
    await expectNothingLeft(aftermath, findings);
    await expectComplete(site, workload, findings);
    await expectNoHalfFiles(site, findings);
  } finally {
    workload.abandon();
    await site.close();
  }
}

/** @returns how long each start took, in milliseconds */
async function runRounds(
  rounds: number,
  server: ServerProcess,
  aftermath: Aftermath,
  workload: Workload,
): Promise<number[]> {
  const random = new Random(SEED);
  const starts: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    if (round % 2 === 0) await aftermath.untilAtWork(random.pick(JOBS), patience(LONGEST_WAIT_MS));
    const { least, most } = round % 2 === 0 ? AT_WORK_MS : WORK_MS;
    await wait(patience(random.between(least, most)));
    if (round % ENDING_EVERY === 0) await workload.untilEachEnds(patience(LONGEST_ENDING_MS));
    await aftermath.kill();
    if (round % STARTING_EVERY === 0) {
      const starting = server.start().catch(() => undefined);
      await wait(random.between(STARTING_MS.least, STARTING_MS.most));
      await aftermath.kill();
      await starting;
    }
    const begun = performance.now();
    await server.start();
    starts.push(performance.now() - begun);
    aftermath.restarted();
    if (round % REPORT_EVERY === 0) console.log(`  round ${round} of ${rounds}: ${workload.counts}`);
  }
  return starts;
}

async function expectNothingLeft(aftermath: Aftermath, findings: Findings): Promise<void> {
  findings.none('no job and no child process was left for good', await aftermath.untilNothingLeft(SETTLE_MS));
  const { leases, longestLease, children, longestChild } = aftermath;
  const longestLeaseMs = patience(LONGEST_LEASE_MS);
  findings.holds(
    `work went on within ${seconds(longestLeaseMs)} of each restart`,
    leases > 0 && longestLease.ms <= longestLeaseMs,
    `${leases} jobs were cut off, longest ${seconds(longestLease.ms)} (${longestLease.kind})`,
  );
  const longestMs = patience(LONGEST_CHILD_MS);
  findings.holds(
    `children ended within ${seconds(longestMs)} of their parent`,
    children > 0 && longestChild.ms <= longestMs,
    `${children} children, longest ${seconds(longestChild.ms)} (${longestChild.command.split('/').at(-1)})`,
  );
}
