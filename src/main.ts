import 'reflect-metadata';
import { openDatabase } from './boot.js';
import { createApp } from './configure-app.js';
import { announce, provisionFirstRun } from './first-run.js';
import { SettingsError } from './platform/config/environment.js';
import { loadSettings } from './platform/config/load-settings.js';
import { PinoLogger } from './platform/logging/pino-logger.js';

const LISTEN_ADDRESS = '0.0.0.0';

async function main(): Promise<void> {
  const settings = loadSettings();
  const database = await openDatabase(settings);
  const app = await createApp(settings, database.url, new PinoLogger(settings.logLevel));
  const shutDown = async () => {
    await app.close();
    await database.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void shutDown());
  process.once('SIGTERM', () => void shutDown());
  const firstRun = await provisionFirstRun(app);
  if (settings.runsWeb) await app.listen(settings.port, LISTEN_ADDRESS);
  else await app.init();
  announce(settings, firstRun);
}

main().catch((error: unknown) => {
  const text =
    error instanceof SettingsError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
