import { count } from '../../../bench/support/report.js';
import { expectComplete } from '../completeness.js';
import { type Findings, seconds } from '../findings.js';
import { Site } from '../site.js';
import { Workload } from '../workload.js';
import { Replicas } from './replicas.js';
import { Restarts } from './restarts.js';

const SEED = 2030;
const TENANTS = 3;
/** The time in which the limit of the machine is measured. */
const MEASURING_MS = 30_000;
/**
 * What a worker logs when it finds jobs with expired leases; at level info if the database was lost shortly before.
 */
const LEASES_RAN_OUT = /jobs (?:of dead workers|whose leases were not renewed) were put back/;
/** Refusals beyond a key's requests per minute, which are not failures. */
const OVER_LIMIT = /^(?:page )?429\b/;

/**
 * Restarts every process in turn under half the load that the machine can bear; no request fails, and no job waits
 * for a lease to expire.
 */
export async function rollingRestarts(findings: Findings): Promise<void> {
  const rounds = count('rounds', 10, 1);
  // One more, whose key only the slow uploads use.
  const site = await Site.open(TENANTS + 1, { LOG_LEVEL: 'info' }, (settings) => Replicas.prepare(settings));
  const workload = new Workload(site, SEED, site.tenants.slice(1));
  try {
    const restarts = new Restarts(site, site.tenants[0]!);
    workload.begin();
    findings.tried(await workload.limitToHalf(MEASURING_MS));
    for (let round = 1; round <= rounds; round++) {
      await restarts.round();
      console.log(`  round ${round} of ${rounds}: ${workload.counts}`);
    }
    await workload.finish();
    findings.tried(
      `${restarts.web} restarts of web processes and ${restarts.workers} of workers, seed ${SEED}`,
    );
    workload.tell(findings);
    expectGoodEnds(restarts, findings);
    await expectNoFailure(site, workload, findings);
    await expectComplete(site, workload, findings);
  } finally {
    workload.abandon();
    await site.close();
  }
}

function expectGoodEnds(
  { web, workers, badEnds, uploads, cutOff, longestEndMs }: Restarts,
  findings: Findings,
): void {
  findings.none('every process ended with status 0', badEnds, web + workers);
  findings.seen(`the longest end took ${seconds(longestEndMs)}`);
  findings.none('uploads that began before the end of a process and took longer succeeded', cutOff, uploads);
}

async function expectNoFailure(
  { server }: Site<Replicas>,
  { log }: Workload,
  findings: Findings,
): Promise<void> {
  const { requests, retries, failures } = await server.proxy.counts();
  const refused = [...log.refusals].filter(([what]) => !OVER_LIMIT.test(what));
  findings.holds(
    'no request failed',
    refused.length === 0 && log.unanswered === 0 && failures === 0,
    `of ${requests}, ${failures} were answered with 5xx and ${log.unanswered} not at all`,
  );
  findings.holds('HAProxy sent no request twice', retries === 0, String(retries));
  findings.none(
    'no job waited until the lease of a process that had ended ran out',
    server.log.filter((line) => LEASES_RAN_OUT.test(line)),
  );
}
