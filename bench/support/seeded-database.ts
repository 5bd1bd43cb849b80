import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withDatabase } from '../../scripts/with-database.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { allowBenchmarks } from '../../test/support/embedded-superuser.js';
import { progress } from './progress.js';

/** A database that is filled before measuring. The result of `seed` must survive JSON. */
interface SeededBenchmark<Seeded> {
  /** Describes its content. A kept database with any other content is refused. */
  plan: string;
  seed: (url: string) => Promise<Seeded>;
  measure: (url: string, seeded: Seeded) => Promise<void>;
}

interface Kept<Seeded> {
  plan: string;
  seeded: Seeded;
}

/**
 * Fills a database and measures it, both in one run with a temporary one. With `--data=FOLDER`, the first run fills
 * one in that folder and ends, and later runs measure it, so only measuring needs an idle machine.
 */
export async function withSeededDatabase<Seeded>(benchmark: SeededBenchmark<Seeded>): Promise<void> {
  const option = process.argv.find((arg) => arg.startsWith('--data='));
  if (option) return inFolder(resolve(option.slice('--data='.length)), benchmark);
  return withDatabase(async (url) => benchmark.measure(url, await fill(url, benchmark)));
}

async function inFolder<Seeded>(folder: string, benchmark: SeededBenchmark<Seeded>): Promise<void> {
  const note = join(folder, 'seeded.json');
  const kept = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as Kept<Seeded>) : null;
  if (kept && kept.plan !== benchmark.plan)
    throw new Error(`${folder} has ${kept.plan}, not ${benchmark.plan}`);
  await mkdir(folder, { recursive: true });
  const dataDir = join(folder, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await allowBenchmarks(server.url, dataDir);
    if (kept) return await benchmark.measure(server.url, kept.seeded);
    const { plan } = benchmark;
    writeFileSync(note, JSON.stringify({ plan, seeded: await fill(server.url, benchmark) }));
    console.log(`${folder} has ${plan} now. Run the same command again to measure it.`);
  } finally {
    await server.stop();
  }
}

async function fill<Seeded>(url: string, { plan, seed }: SeededBenchmark<Seeded>): Promise<Seeded> {
  progress(`filling a database with ${plan}`);
  await migrate(url);
  return seed(url);
}
