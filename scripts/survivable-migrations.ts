// `npm run check`: verifies that the version before survives the migrations of this one, so that its processes can go on
// while those of this version start. What drops, renames or demands something belongs into a migration Remove…, of its own,
// of a version after the one that stopped using it.
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
