import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { printMachine } from '../../bench/support/report.js';
import { bulkSends } from './bulk-sends.js';
import { Findings } from './findings.js';
import { fullDisk } from './full-disk.js';
import { killRounds } from './kill-rounds.js';
import { lostDatabase } from './lost-database.js';
import { rollingRestarts } from './rolling/rolling-restarts.js';
import { soak } from './soak/soak.js';
import { steadyMemory } from './steady-memory.js';
import { webhookFaults } from './webhooks.js';

// Drives a running service through faults of what it depends on. Exits with 1 if anything did not hold.

const PARTS: Record<string, { title: string; run: (findings: Findings) => Promise<void> }> = {
  kills: { title: 'The service is killed', run: killRounds },
  database: { title: 'PostgreSQL is killed, and paused', run: lostDatabase },
  rolling: { title: 'All processes are restarted, one after another', run: rollingRestarts },
  webhooks: { title: 'Webhooks under faults', run: webhookFaults },
  disk: { title: 'The disk is filled', run: fullDisk },
  bulk: { title: 'Processes are killed during a bulk send', run: bulkSends },
  soak: { title: 'A day of work, with restarts of everything', run: soak },
  memory: { title: 'Many documents are uploaded', run: steadyMemory },
};

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, part: { type: 'string', multiple: true }, row: { type: 'string' } },
});
const chosen = values.part ?? Object.keys(PARTS);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`--part is ${unknown.join(' and ')}, but there are ${Object.keys(PARTS).join(', ')}`);

// The parts of the service that run here to read its data log nothing.
Logger.overrideLogger(false);
printMachine();
const failed: string[] = [];
for (const name of chosen) {
  const { title, run } = PARTS[name]!;
  console.log(`\n${title}`);
  const findings = new Findings();
  const begun = performance.now();
  await run(findings).catch((error: Error) =>
    findings.holds('the part ran to its end', false, error.stack ?? error.message),
  );
  findings.seen(`${Math.round((performance.now() - begun) / 1000)} s`);
  if (!findings.allHeld) failed.push(name);
}
console.log(failed.length === 0 ? '\nEverything held.' : `\nDid not hold: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
