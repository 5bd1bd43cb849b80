import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { isDiskFull } from '../../common/outages.js';
import { keyRingText } from '../config/key-ring.js';
import { type EncryptionKey } from '../config/settings.js';
import { connectionName } from '../database/connection-name.js';
import { ArchiveWriter } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { findMigrations, findSequences, sequenceState } from './catalog.queries.js';
import { type CollectedFiles, type FileStock, type Hold } from './file-stock.port.js';
import { FORMAT, KEY_FILE, MANIFEST, type Manifest, pieceName, type Structure } from './manifest.js';
import { parseManifest } from './parse-manifest.js';
import { type Progress } from './progress.js';
import { beginSnapshot, endSnapshot, queryOf, rowsOut, storedKeys } from './snapshot.queries.js';

const PIECE_BYTES = 1024 * 1024;
const ATTEMPTS = 5;
/** PostgreSQL's undefined_table and lock_not_available. */
const REFUSALS = new Map([
  ['42P01', 'The database has no data of this service. Check DATABASE_URL or DATA_DIR.'],
  ['55P03', 'A migration has been changing a table for over a minute. Try again when it has ended.'],
]);
/** If more files than this are missing, the folder is wrong or a disk is not mounted. */
const MOST_LOST = 10_000;
/** Higher levels take several times as long to save a tenth. */
const COMPRESSION = { level: 1 };

export interface BackupSource {
  databaseUrl: string;
  files: FileStock;
  encryptionKeys: readonly EncryptionKey[];
}

/** A moment of the installation: an open snapshot of its database, and the files that it names. */
interface Moment {
  structure: Structure;
  files: CollectedFiles;
  /** Keys of files that were already missing. */
  lost: string[];
}

/**
 * Writes a backup of one moment to `file` while the service runs. Uses a bounded amount of memory. The database's
 * snapshot is held while its rows are written, but not while the files are.
 * @throws BackupError if the database is not this service's, or the file exists
 */
export async function writeBackup(
  source: BackupSource,
  options: { file: string; withKey: boolean; progress: Progress },
): Promise<Manifest & { bytes: number }> {
  const client = new Client({
    connectionString: source.databaseUrl,
    application_name: connectionName('backup'),
  });
  client.on('error', () => undefined);
  const links = await source.files.collect();
  try {
    await client.connect();
    const archive = await ArchiveWriter.create(options.file);
    try {
      const moment = await freeze(client, source, links);
      const manifest = await write(archive, client, moment, options);
      if (options.withKey)
        await archive.add(KEY_FILE, Buffer.from(`${keyRingText(source.encryptionKeys)}\n`));
      const content = JSON.stringify(manifest, null, 2);
      // A backup is only valid if it can be read back.
      parseManifest(content, options.file);
      await archive.end({ name: MANIFEST, content: Buffer.from(content) }, source.encryptionKeys);
      return { ...manifest, bytes: archive.bytes };
    } catch (error) {
      await archive.discard();
      if (!isDiskFull(error)) throw error;
      throw new BackupError(`There is no room left for ${options.file}. The unfinished backup was deleted.`);
    }
  } finally {
    await client.end().catch(() => undefined);
    await links.remove();
  }
}

/** Finds a moment and keeps its files from being deleted. */
async function freeze(client: Client, { databaseUrl }: BackupSource, links: CollectedFiles): Promise<Moment> {
  const hold = await links.hold();
  try {
    return await findMoment(client, databaseUrl, { links, hold });
  } finally {
    await hold.end();
  }
}

/**
 * Finds a snapshot whose files all exist. A deletion that began before our hold can end after the snapshot was taken;
 * then the next snapshot is tried, which no longer names the file. A file that it still names is lost.
 */
async function findMoment(
  client: Client,
  databaseUrl: string,
  { links, hold }: { links: CollectedFiles; hold: Hold },
): Promise<Moment> {
  let missingBefore = new Set<string>();
  let files = links;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++, files = files.again()) {
    const structure = await beginSnapshot(client).catch(explain);
    const missing = await keepFiles(client, files, hold);
    const areLost = missing.every((key) => missingBefore.has(key));
    if (areLost && (await isCurrent(databaseUrl, structure))) return { structure, files, lost: missing };
    missingBefore = new Set(missing);
    await endSnapshot(client);
  }
  throw new BackupError(
    `Migrations changed the database during all ${ATTEMPTS} attempts. Try again when none is running.`,
  );
}

function explain(error: NodeJS.ErrnoException): never {
  const words = REFUSALS.get(error.code ?? '');
  throw words === undefined ? error : new BackupError(words);
}

/** @returns the keys of missing files */
async function keepFiles(client: Client, files: CollectedFiles, hold: Hold): Promise<string[]> {
  const missing: string[] = [];
  for await (const keys of storedKeys(client)) {
    await hold.renew();
    missing.push(...(await files.keep(keys)));
    if (missing.length > MOST_LOST)
      throw new BackupError(
        `More than ${MOST_LOST} files are missing: is DATA_DIR the right folder, or S3_BUCKET the right bucket?`,
      );
  }
  return missing;
}

/** Rows of a table that a migration has rewritten since the snapshot would be missing from it. */
async function isCurrent(url: string, { migrations }: Structure): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const now = await findMigrations(queryOf(client));
    return now.join() === migrations.join();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function write(
  archive: ArchiveWriter,
  client: Client,
  { structure, files, lost }: Moment,
  { withKey, progress }: { withKey: boolean; progress: Progress },
): Promise<Manifest> {
  const tables: Manifest['tables'] = [];
  for (const [index, table] of structure.tables.entries()) {
    progress(`table ${index + 1} of ${structure.tables.length}, ${table.name}`);
    tables.push({ ...table, rows: await writeRows(archive, client, index, table) });
  }
  const query = queryOf(client);
  const sequences: Manifest['sequences'] = [];
  // Read last: sequences ignore transactions, and these numbers are past all ids of the snapshot.
  for (const name of await findSequences(query)) sequences.push(await sequenceState(query, name));
  await endSnapshot(client);
  let count = 0;
  let bytes = 0;
  for await (const file of files.all()) {
    progress(`file ${++count}`);
    await archive.addPieces(`files/${file.key}`, file.size, file.bytes);
    bytes += file.size;
  }
  return { format: FORMAT, ...structure, tables, sequences, files: { count, bytes, lost }, withKey };
}

/** @returns how many rows there were */
async function writeRows(
  archive: ArchiveWriter,
  client: Client,
  index: number,
  table: Structure['tables'][number],
): Promise<number> {
  const rows = client.query(copyTo(rowsOut(table)));
  let piece = 0;
  await pipeline(rows, createGzip(COMPRESSION), async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of inPieces(compressed))
      await archive.add(pieceName(index, table, ++piece), bytes);
  });
  return rows.rowCount ?? 0;
}

/** The same bytes in pieces of about PIECE_BYTES. */
async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let collected: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    collected.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(collected);
    collected = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(collected);
}
