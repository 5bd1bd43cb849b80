import { type DataSource } from 'typeorm';
import { type Progress } from '../platform/backup/progress.js';
import { countOldValues, lockOldValues, replaceValue } from '../platform/crypto/reencrypt.queries.js';
import { type SealedColumn } from '../platform/crypto/sealed-column.js';
import { type SecretBox } from '../platform/crypto/secret-box.js';
import { type FileStore, StoredFileError } from '../platform/storage/file-store.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

/** Rows per transaction. */
const BATCH = 200;
const START = '(0,0)';

export interface Installation {
  dataSource: DataSource;
  secretBox: SecretBox;
  files: FileStore;
}

/** What was re-encrypted, and what still has an older key. */
export interface Reencrypted {
  values: number;
  files: number;
  leftValues: number;
  /** Keys of files that cannot be read. */
  unreadableFiles: string[];
}

/**
 * Re-encrypts everything with the current key, in small transactions, while the service runs. After an interruption,
 * the next call continues.
 * @throws Error for a value that no key opens
 */
export async function reencrypt(installation: Installation, progress: Progress): Promise<Reencrypted> {
  const { dataSource, secretBox } = installation;
  let values = 0;
  for (const column of SEALED_COLUMNS) {
    const done = await reencryptColumn(installation, column, (count) =>
      progress(`${column.table}.${column.column}: ${count} values`),
    );
    values += done;
  }
  const { files, unreadableFiles } = await reencryptFiles(installation.files, progress);
  let leftValues = 0;
  for (const column of SEALED_COLUMNS)
    leftValues += await countOldValues(dataSource.manager, column, secretBox.currentHead);
  return { values, files, leftValues, unreadableFiles };
}

async function reencryptColumn(
  { dataSource, secretBox }: Installation,
  column: SealedColumn,
  tell: (count: number) => void,
): Promise<number> {
  const head = secretBox.currentHead;
  const contextOf = column.context as (...values: unknown[]) => string;
  let after = START;
  let count = 0;
  for (;;) {
    const batch = await dataSource.transaction(async (tx) => {
      const old = await lockOldValues(tx, column, { head, after, limit: BATCH });
      for (const { place, sealed, values } of old) {
        const context = contextOf(...values);
        await replaceValue(tx, column, place, secretBox.seal(secretBox.open(sealed, context), context));
      }
      return old;
    });
    count += batch.length;
    tell(count);
    if (batch.length < BATCH) return count;
    after = batch.at(-1)!.place;
  }
}

async function reencryptFiles(
  store: FileStore,
  progress: Progress,
): Promise<Pick<Reencrypted, 'files' | 'unreadableFiles'>> {
  const unreadableFiles: string[] = [];
  let files = 0;
  let seen = 0;
  for (const organizationId of await store.organizations()) {
    // Newer files already have the current key.
    for await (const key of store.writtenBefore(organizationId, new Date())) {
      try {
        if (await store.reencrypt(key)) files++;
      } catch (error) {
        if (isGone(error)) continue;
        if (!(error instanceof StoredFileError)) throw error;
        unreadableFiles.push(key);
      }
      progress(`files: ${++seen} checked, ${files} re-encrypted`);
    }
  }
  return { files, unreadableFiles };
}

/** Whether the service has deleted the file in the meantime. */
const isGone = (error: unknown): boolean =>
  [error, (error as Error).cause].some(
    (each) => (each as NodeJS.ErrnoException | undefined)?.code === 'ENOENT',
  );
