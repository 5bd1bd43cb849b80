import { type INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ConfigModule } from '../../src/platform/config/config.module.js';
import { Settings } from '../../src/platform/config/settings.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { DataVersion } from '../../src/platform/processes/data-version.js';
import { ProcessLimits } from '../../src/platform/processes/process-limits.js';
import { ProcessesModule } from '../../src/platform/processes/processes.module.js';
import { type TestDatabase } from './database.js';

/** For limits: a process that trusts no report, like one that was paused for longer. */
export const LAPSED: Partial<ProcessLimits> = { currentMs: 0 };

const NEVER_MS = 1_000_000_000;

/**
 * A process of the service reduced to what reports it, in a release that understands `version`. It does not report
 * itself again by itself, so a test proves that something else made it.
 */
export async function startProcess(
  { url, directUrl }: Pick<TestDatabase, 'url' | 'directUrl'>,
  version: number,
  limits: Partial<ProcessLimits> = {},
): Promise<INestApplicationContext> {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.with(new Settings({ role: 'web', databaseDirectUrl: directUrl } as Settings)),
      DatabaseModule.at(url, directUrl !== undefined),
      ProcessesModule,
    ],
  })
    .overrideProvider(DataVersion)
    .useValue(new DataVersion(version))
    .overrideProvider(ProcessLimits)
    .useValue({ ...new ProcessLimits(), reportMs: NEVER_MS, ...limits })
    .compile();
  module.useLogger(false);
  return module.init().catch(async (error: unknown) => {
    await module.close();
    throw error;
  });
}
