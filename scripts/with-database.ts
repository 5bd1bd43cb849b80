import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.js';
import { allowBenchmarks } from '../test/support/embedded-superuser.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs `work` with an empty, temporary PostgreSQL, which is also stopped by signals. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-script-'));
  try {
    const dataDir = join(folder, 'postgres');
    const server = await startEmbeddedPostgres({ dataDir });
    const breakOff = () =>
      void server.stop().finally(async () => {
        await rm(folder, { recursive: true, force: true });
        process.exit(1);
      });
    for (const signal of SIGNALS) process.once(signal, breakOff);
    try {
      await allowBenchmarks(server.url, dataDir);
      return await work(server.url);
    } finally {
      for (const signal of SIGNALS) process.off(signal, breakOff);
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
