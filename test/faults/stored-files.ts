import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { type Settings } from '../../src/platform/config/settings.js';
import { type SecretBox } from '../../src/platform/crypto/secret-box.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { DatabaseWatch } from '../../src/platform/database/database-watch.js';
import { createFilePlace } from '../../src/platform/storage/create-file-place.js';
import { FileStore } from '../../src/platform/storage/file-store.js';
import { FileSweeper } from '../../src/platform/storage/file-sweeper.js';
import { type Findings } from './findings.js';
import { type Service, type Site } from './site.js';

/**
 * Expects every file that the database knows to exist, and nothing else once the service's own sweeper has run, which
 * otherwise waits for hours.
 */
export async function expectNoHalfFiles(site: Site, findings: Findings): Promise<void> {
  const before = filesOf(site);
  const halves = before.filter((key) => key.endsWith('.part'));
  const known = await knownFiles(site);
  const missing = [...known].filter((key) => !before.includes(key));
  findings.none('every file that the database knows is there', missing, known.size);
  const nameless = before.filter((key) => !known.has(key)).length - halves.length;
  findings.seen(`${halves.length} half files and ${nameless} files without a row were left to the sweeper`);
  await sweep(site);
  const left = filesOf(site).filter((key) => !known.has(key));
  findings.none('the sweeper removed them and nothing else', [...left, ...lostOf(site, known)]);
}

/** Keys of the files that the database knows. */
export async function knownFiles(site: Site<Service>): Promise<Set<string>> {
  const rows = await site.query<{ key: string }>('select storage_key as key from stored_files');
  return new Set(rows.map(({ key }) => key));
}

/** Keys of all files in the store, including half ones. */
export function filesOf({ server }: Site): string[] {
  const folder = join(server.dataDir, 'files');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
}

function lostOf(site: Site, known: Set<string>): string[] {
  const there = new Set(filesOf(site));
  return [...known].filter((key) => !there.has(key)).map((key) => `${key} is gone`);
}

async function sweep({ server }: Site): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(server.databaseUrl)).initialize();
  try {
    // The sweeper reads and decrypts nothing.
    const settings = { dataDir: server.dataDir } as Settings;
    const files = new FileStore(settings, {} as SecretBox, await createFilePlace(settings));
    await new FileSweeper(dataSource, files, new DatabaseWatch(dataSource)).sweep(new Date());
  } finally {
    await dataSource.destroy();
  }
}
