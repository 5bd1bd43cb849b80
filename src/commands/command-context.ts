import { type INestApplicationContext } from '@nestjs/common';
import { openDatabase } from '../boot.js';
import { loadSettings } from '../platform/config/load-settings.js';
import { Settings } from '../platform/config/settings.js';
import { PinoLogger } from '../platform/logging/pino-logger.js';
import { print } from './output.js';

export interface GlobalOptions {
  json?: boolean;
}

export type CommandWork = (app: INestApplicationContext) => Promise<Record<string, unknown>>;

/** Runs a command with the service's modules and database, without HTTP or jobs. */
export async function runCommand(options: GlobalOptions, work: CommandWork): Promise<void> {
  const settings = new Settings({ ...loadSettings(), role: 'web' } as Settings);
  const database = await openDatabase(settings);
  // Loaded lazily: it pulls in the whole service, which some commands do not need.
  const { createContext } = await import('../configure-app.js');
  try {
    const app = await createContext(settings, database.url, new PinoLogger('error'));
    try {
      print(await work(app), options);
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
