import { parseArgs } from 'node:util';
import { printMachine } from '../../bench/support/report.js';
import { CrossTenantWalk } from './cross-tenant-walk.js';
import { DocumentAttacks } from './document-attacks.js';
import { Fairness } from './fairness.js';
import { HangUps } from './hang-ups.js';
import { HostileUploads } from './hostile-uploads.js';
import { Installation } from './installation.js';
import { OperationFuzz } from './operation-fuzz.js';
import { RequestTricks } from './request-tricks.js';
import { FULL, QUICK, type Scale } from './scale.js';
import { SecretsSearch } from './secrets-search.js';
import { SlowClients } from './slow-clients.js';
import { type Tally } from './tally.js';
import { UploadStorms } from './upload-storms.js';
import { buildWorlds } from './world.js';

// Attacks the built service, which runs in its own process, and prints for each part what was tried and what held.
// Exits with 1 if anything did not hold.

/** One part of the suite. */
interface Part {
  tally: Tally;
  run(): Promise<void>;
}

const MOST_ERRORS = 5;

/** The options of the command line. */
interface Plan {
  scale: Scale;
  seed: number;
  /** The names of the parts; all of them by default. */
  only?: string[];
  /** Part of the names of the operations to fuzz. */
  operation: string;
}

async function attack(site: Installation, { scale, seed, only, operation }: Plan): Promise<Tally[]> {
  const started = performance.now();
  const worlds = await buildWorlds(site, (only ?? ['fuzz']).includes('fuzz') ? scale.tenants : 1);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${worlds.length} organizations with requests and verifications in every state (${seconds} s)`);
  const all: Record<string, Part> = {
    tenants: new CrossTenantWalk(site, worlds),
    tricks: new RequestTricks(site, worlds),
    // Cancels requests at the end, which the earlier parts still need.
    fuzz: new OperationFuzz(site, worlds, scale, seed, operation),
    uploads: new HostileUploads(site, scale, seed),
    documents: new DocumentAttacks(site, scale),
    storms: new UploadStorms(site, scale, seed),
    hangups: new HangUps(site, scale, seed),
    slow: new SlowClients(site, scale),
    fairness: new Fairness(site, scale),
    // Searches what the other parts have left.
    secrets: new SecretsSearch(site),
  };
  const unknown = only?.filter((name) => !(name in all)) ?? [];
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}: they are ${Object.keys(all).join(', ')}`);
  const parts = Object.entries(all).filter(([name]) => only?.includes(name) ?? true);
  for (const [, part] of parts) {
    const begun = performance.now();
    console.log(`\n=== ${part.tally.title}\n`);
    await part.run().catch((error: Error) => part.tally.record('the part itself', [error.message]));
    part.tally.expect('the service', await site.isAlive(), 'is no longer ready');
    part.tally.print();
    if (!part.tally.held) printErrors(site);
    console.log(`${Math.round((performance.now() - begun) / 1000)} s`);
  }
  return parts.map(([, { tally }]) => tally);
}

/** The last errors that the service has logged: what went wrong behind an answer of status 500. */
function printErrors({ server }: Installation): void {
  const errors = server.log.filter((line) => /"level":(?:50|60)/.test(line));
  console.log(`  ${errors.length} errors in the log of the service`);
  for (const line of errors.slice(-MOST_ERRORS)) console.log(`    ${line.slice(0, 2_000)}`);
}

async function main(): Promise<boolean> {
  const options = {
    quick: { type: 'boolean' },
    seed: { type: 'string', default: '2026' },
    part: { type: 'string', multiple: true },
    operation: { type: 'string', default: '' },
  } as const;
  const { values } = parseArgs({ options });
  const scale = values.quick ? QUICK : FULL;
  printMachine();
  console.log(`seed ${values.seed}; ${scale.name}: ${JSON.stringify(scale)}`);
  const site = await Installation.start();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void site.stop().then(() => process.exit(1)));
  try {
    const { seed, part: only, operation } = values;
    const tallies = await attack(site, { scale, seed: Number(seed), only, operation });
    console.log('\n=== summary\n');
    for (const tally of tallies) console.log(`${tally.held ? 'held  ' : 'FAILED'} ${tally.summary}`);
    return tallies.every(({ held }) => held);
  } finally {
    await site.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
