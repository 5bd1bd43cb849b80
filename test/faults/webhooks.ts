import { type Findings } from './findings.js';
import { holdTransaction, trustNoProcessClock } from './webhooks/clocks.js';
import { dieInTheLastAttempt, freezeWorkers, killWorkers } from './webhooks/deaths.js';
import { Fleet } from './webhooks/fleet.js';
import {
  comeBack,
  outliveFirstHangs,
  outliveHangingEndpoints,
  outliveSlowEndpoints,
} from './webhooks/lanes.js';
import { outliveSilentNameServers } from './webhooks/names.js';
import { interruptDatabase, silenceNotifications } from './webhooks/outages.js';
import { loseProbers } from './webhooks/probes.js';
import { rebindName, refuseBadCertificates, resistHostileAnswers } from './webhooks/receivers.js';

type Rows = Record<string, (fleet: Fleet, findings: Findings) => Promise<void>>;

const ROWS: Rows = {
  'A worker is killed': killWorkers,
  'A worker is killed in the last attempt': dieInTheLastAttempt,
  'A process is frozen': freezeWorkers,
  'A process dies while it probes': loseProbers,
  'PostgreSQL is stopped, and connections are cut': interruptDatabase,
  'No notification arrives': silenceNotifications,
  'An endpoint comes back': comeBack,
  'Endpoints hang': outliveHangingEndpoints,
  'Endpoints begin to hang': outliveFirstHangs,
  'Endpoints have timed out': outliveSlowEndpoints,
  'Name servers say nothing': outliveSilentNameServers,
  'Certificates are bad': refuseBadCertificates,
  'The clock of a process is wrong': trustNoProcessClock,
  'A transaction stays open': holdTransaction,
  'A name changes': rebindName,
};

/** Half a minute of waiting, during which the other rows run. */
const BESIDE: Rows = { 'Receivers are hostile': resistHostileAnswers };

/**
 * Deliveries under faults of workers, database, receivers, clocks and names. `--row TEXT` runs the rows whose names
 * contain it.
 */
export async function webhookFaults(findings: Findings): Promise<void> {
  await Promise.all([runRows(BESIDE, findings), runRows(ROWS, findings)]);
}

async function runRows(rows: Rows, findings: Findings): Promise<void> {
  const at = process.argv.indexOf('--row');
  const wanted = at === -1 ? '' : (process.argv[at + 1] ?? '');
  const chosen = Object.entries(rows).filter(([name]) => name.includes(wanted));
  if (chosen.length === 0) return;
  const fleet = await Fleet.open();
  try {
    for (const [name, row] of chosen) {
      const begun = performance.now();
      await row(fleet, findings).catch((error: Error) =>
        findings.holds(`${name}: ran to its end`, false, error.stack),
      );
      findings.seen(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`);
    }
  } finally {
    await fleet.close();
  }
}
