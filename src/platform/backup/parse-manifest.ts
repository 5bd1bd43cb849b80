import {
  isFlag,
  isSafeInteger,
  isText,
  isTextUpTo,
  listOf,
  objectOf,
  orNull,
  type Shape,
} from '../../common/shapes.js';
import { STORED_KEY } from '../storage/stored-key.js';
import { BackupError } from './backup-error.js';
import { FORMAT, type Manifest } from './manifest.js';

const OLDEST_FORMAT = 1;
const MOST = 100_000;
/** PostgreSQL's limit of columns per table. */
const MOST_COLUMNS = 1600;
const LONGEST_BOUND = 10_000;

const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    isText(value) && pattern.test(value as string);
const isCount: Shape = (value) => isSafeInteger(value) && (value as number) >= 0;
/** PostgreSQL's bigint, in decimal. */
const isBigint: Shape = (value) =>
  matching(/^-?\d{1,19}$/)(value) && BigInt.asIntN(64, BigInt(value as string)) === BigInt(value as string);
/** A name in PostgreSQL: at most 63 bytes. */
const isName = matching(/^[^\p{C}]{1,63}$/u);

const isManifest = objectOf({
  format: isSafeInteger,
  postgres: matching(/^[ -~]{1,100}$/),
  takenAt: matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  migrations: listOf(matching(/^\w{1,200}$/), MOST),
  tables: listOf(objectOf({ name: isName, columns: listOf(isName, MOST_COLUMNS), rows: isCount }), MOST),
  partitions: listOf(
    objectOf({
      name: isName,
      parent: isName,
      bound: isTextUpTo(LONGEST_BOUND),
      key: orNull(isTextUpTo(LONGEST_BOUND)),
      options: listOf(isTextUpTo(LONGEST_BOUND), MOST_COLUMNS),
    }),
    MOST,
  ),
  sequences: listOf(objectOf({ name: isName, last: isBigint, called: isFlag }), MOST),
  files: objectOf({ count: isCount, bytes: isCount, lost: listOf(matching(STORED_KEY), MOST) }),
  withKey: isFlag,
});

/**
 * @param path - of the backup, for messages
 * @throws BackupError if this version does not read the format, or the text is not a manifest
 */
export function parseManifest(text: string, path: string): Manifest {
  const found = parsed(text) as Manifest | null;
  const format = found?.format;
  if (Number.isSafeInteger(format) && (format! < OLDEST_FORMAT || format! > FORMAT))
    throw new BackupError(
      `${path} has format ${format}, but this version reads formats ${OLDEST_FORMAT} to ${FORMAT}. Restore it with the version that made it or a newer one.`,
    );
  if (!isManifest(found) || !hasOneOfEach(found!))
    throw new BackupError(`${path} has a manifest that this service does not write. Take another backup.`);
  return found!;
}

/** Whether no name is used twice. */
function hasOneOfEach({ migrations, tables, partitions, sequences }: Manifest): boolean {
  const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name);
  const lists = [migrations, namesOf(tables), namesOf(partitions), namesOf(sequences)];
  return [...lists, ...tables.map(({ columns }) => columns)].every(
    (names) => new Set(names).size === names.length,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
