import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command } from 'commander';
import { type Database, reachDatabase } from '../boot.js';
import { ArchiveReader } from '../platform/backup/archive-reader.js';
import { writeBackup } from '../platform/backup/backup.js';
import { BackupError } from '../platform/backup/backup-error.js';
import { bucketStock } from '../platform/backup/bucket-stock.js';
import { folderStock } from '../platform/backup/folder-stock.js';
import { type Manifest } from '../platform/backup/manifest.js';
import { completeRestored, restoreBackup } from '../platform/backup/restore.js';
import { assertKeys, authenticate } from '../platform/backup/seal.js';
import { KEY_RING, keyRingText, parseKeyRing } from '../platform/config/key-ring.js';
import { hasEncryptionKey, loadSettings } from '../platform/config/load-settings.js';
import { type Settings } from '../platform/config/settings.js';
import { openBucket } from '../platform/object-storage/open-bucket.js';
import { filesFolder } from '../platform/storage/files-folder.js';
import { type GlobalOptions } from './command-context.js';
import { print, progressFor } from './output.js';

/** Commands that back up the whole installation and restore it. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write the database and the files to one file, while the service runs')
    .argument('<file>', 'a file that does not exist yet')
    .option('--with-key', 'include the encryption key: anyone who has the backup can then read everything')
    .action(async (file: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { withKey?: boolean }>();
      await back(resolve(file), options);
    });
  program
    .command('backup:verify')
    .description('check that a backup is complete and undamaged; needs no database')
    .argument('<file>')
    .action((file: string, _options: unknown, command: Command) =>
      withArchive(resolve(file), (archive) => verify(archive, command.optsWithGlobals())),
    );
  program
    .command('restore')
    .description('restore a backup into an empty database and an empty data folder')
    .argument('<file>')
    .option('--key-to <path>', 'only write the encryption key from the backup to a new file')
    .action((file: string, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { keyTo?: string }>();
      return withArchive(resolve(file), (archive) =>
        options.keyTo === undefined ? restore(archive, options) : writeKey(archive, options.keyTo, options),
      );
    });
}

async function back(file: string, options: GlobalOptions & { withKey?: boolean }): Promise<void> {
  const settings = loadSettings();
  const withKey = options.withKey ?? false;
  const { bytes, ...manifest } = await withDatabase(settings, async ({ directUrl }) =>
    writeBackup(await sourceOf(settings, directUrl), { file, withKey, progress: progressFor(options) }),
  );
  const { lost } = manifest.files;
  if (lost.length > 0)
    process.stderr.write(
      `The backup is complete, but ${lost.length} files that the database refers to were already missing: ${lost.slice(0, 5).join(', ')}\n`,
    );
  print({ file, bytes, ...factsOf(manifest) }, options);
}

/** Without an encryption key, the origin of a backup cannot be checked. */
function verify(archive: ArchiveReader, options: GlobalOptions): void {
  const { manifest, bytes, seal } = archive;
  const authentic = hasEncryptionKey();
  if (authentic) authenticate(seal, loadSettings().encryptionKeys);
  else
    process.stderr.write(
      'The backup is complete and undamaged. Who made it cannot be checked without an encryption key: set ENCRYPTION_KEY to that of the installation that was backed up.\n',
    );
  print(
    { whole: true, authentic, bytes, ...factsOf(manifest), keys: seal.keys.map(({ id }) => id) },
    options,
  );
}

async function restore(archive: ArchiveReader, options: GlobalOptions): Promise<void> {
  if (!hasEncryptionKey())
    throw new BackupError(
      'No encryption key is set. Set ENCRYPTION_KEY to that of the installation that was backed up; if the backup contains it, --key-to writes it to a file for ENCRYPTION_KEY_FILE.',
    );
  const settings = loadSettings();
  // Checked before an embedded database is created for it.
  assertKeys(archive.seal, settings.encryptionKeys);
  const restored = await withDatabase(settings, async ({ directUrl }) => {
    const done = await restoreBackup(archive, await sourceOf(settings, directUrl), progressFor(options));
    await completeRestored(directUrl);
    return done;
  });
  print({ takenAt: archive.manifest.takenAt, ...restored }, options);
}

/** A key inside a backup does not prove who made the backup, so an existing key takes precedence. */
async function writeKey(archive: ArchiveReader, path: string, options: GlobalOptions): Promise<void> {
  const text = await archive.encryptionKey();
  if (text === null) throw new BackupError('The backup was made without the encryption key.');
  if (!KEY_RING.test(text))
    throw new BackupError(
      'The encryption key in the backup is invalid: it must be 32 bytes in base64, or id:base64, several separated by commas.',
    );
  const keys = parseKeyRing(text);
  assertKeys(archive.seal, keys);
  if (hasEncryptionKey()) assertKeys(archive.seal, loadSettings().encryptionKeys);
  else
    process.stderr.write(
      'This key came with the backup, so it does not prove who made the backup. Use it only if nobody else can have written the file.\n',
    );
  await writeFile(path, `${keyRingText(keys)}\n`, { mode: 0o600, flag: 'wx' });
  print({ file: resolve(path), keys: keys.map(({ id }) => id) }, options);
}

function factsOf({
  takenAt,
  postgres,
  migrations,
  tables,
  files,
  withKey,
}: Manifest): Record<string, unknown> {
  return {
    takenAt,
    postgres,
    schema: migrations.at(-1),
    tables: tables.length,
    rows: tables.reduce((total, { rows }) => total + rows, 0),
    files: files.count,
    fileBytes: files.bytes,
    lostFiles: files.lost,
    withKey,
  };
}

async function sourceOf(settings: Settings, databaseUrl: string) {
  const { dataDir, encryptionKeys } = settings;
  const bucket = await openBucket(settings);
  const files = bucket ? bucketStock(bucket, dataDir) : folderStock(filesFolder(dataDir));
  return { databaseUrl, files, encryptionKeys };
}

async function withArchive<Result>(
  file: string,
  work: (archive: ArchiveReader) => Promise<Result> | Result,
): Promise<Result> {
  const archive = await ArchiveReader.open(file);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

async function withDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await reachDatabase(settings);
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}
