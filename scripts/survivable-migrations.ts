// `npm run check`: verifies that the previous version survives this version's migrations, so its processes can
// continue while the new ones start. Anything that drops, renames or requires something belongs in a separate Remove…
// migration, in a version after the one that stopped using it.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { loadMigrations } from '../src/platform/database/migrate.js';
import { judgeMigrations, type KnownMigrations } from './migrations/judge-migrations.js';
import { withDatabase } from './with-database.js';

const PIN = join(PROJECT_ROOT, 'test/previous/pin.json');

const { version, migrations } = JSON.parse(readFileSync(PIN, 'utf8')) as {
  version: string;
  migrations: KnownMigrations;
};
const faults = await withDatabase(async (url) => judgeMigrations(url, await loadMigrations(), migrations));
for (const fault of faults) console.error(`${version} does not survive ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
