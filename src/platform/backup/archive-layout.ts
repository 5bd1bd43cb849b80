import { STORED_KEY } from '../storage/stored-key.js';
import { BackupError } from './backup-error.js';
import { KEY_FILE, MANIFEST, type Manifest, pieceName, prefixOf, SEAL } from './manifest.js';
import { type TarHeader } from './tar.js';

/** A file in an archive. */
export interface ArchivedFile extends TarHeader {
  /** Where its bytes begin. */
  at: number;
}

interface TableData {
  /** The first of its pieces. */
  first: ArchivedFile;
  last: string;
  pieces: number;
}

const PIECE = /^(tables\/(\d{4,})-)(\w+\.)\d{6,}\.gz$/;
const LIST = /^sums\/\d{6,}\.txt$/;
const STORED = 'files/';

/** The order of an archive's parts. Lists of hashes can occur anywhere before the manifest. */
const ORDER = ['tables', 'files', KEY_FILE, MANIFEST, SEAL];

/** The key by which the database names a stored file. @returns null for any other part of an archive */
export function storedKeyOf({ name }: TarHeader): string | null {
  const key = name.slice(STORED.length);
  return name.startsWith(STORED) && STORED_KEY.test(key) ? key : null;
}

export const isSumList = ({ name }: TarHeader): boolean => LIST.test(name);

/** The layout of an archive. Nothing is in it twice, out of order, or under a name that is not ours. */
export class ArchiveLayout {
  private readonly tables = new Map<string, TableData>();
  private readonly single = new Map<string, ArchivedFile>();
  private readonly files = { count: 0, bytes: 0 };
  /** The first stored file. */
  firstFile: ArchivedFile | undefined;
  private place = 0;
  private lists = 0;
  /** The table whose pieces are arriving. */
  private arriving = '';

  /** @throws BackupError if `ArchiveWriter` would not write such a file there */
  add(entry: ArchivedFile): void {
    const isRight = isSumList(entry) ? this.addList(entry) : this.addContent(entry);
    if (!isRight)
      throw new BackupError(
        `The backup has a file ${JSON.stringify(entry.name)} that this service does not write there.`,
      );
  }

  /** The first piece of a table's data. @param prefix - as `prefixOf` */
  dataOf(prefix: string): ArchivedFile | undefined {
    return this.tables.get(prefix)?.first;
  }

  /** @param name - of a file that occurs once */
  find(name: string): ArchivedFile | undefined {
    return this.single.get(name);
  }

  /** @throws BackupError unless the manifest names exactly the archive's contents */
  assertDescribedBy({ tables, files, withKey }: Manifest): void {
    const faults = [...this.tables].filter(([prefix, { last, pieces }]) => {
      const index = Number(PIECE.exec(last)![2]) - 1;
      const table = tables[index];
      return !table || prefix !== prefixOf(index) || last !== pieceName(index, table, pieces);
    });
    // A table without rows also has one piece.
    if (
      faults.length > 0 ||
      tables.length !== this.tables.size ||
      files.count !== this.files.count ||
      files.bytes !== this.files.bytes ||
      withKey !== this.single.has(KEY_FILE)
    )
      throw new BackupError("The backup's contents differ from its manifest. Take another backup.");
  }

  private addList({ name }: ArchivedFile): boolean {
    return !this.single.has(MANIFEST) && name === `sums/${String(++this.lists).padStart(6, '0')}.txt`;
  }

  private addContent(entry: ArchivedFile): boolean {
    const [kind] = entry.name.split('/', 1) as [string];
    const place = ORDER.indexOf(kind);
    if (place < this.place) return false;
    this.place = place;
    if (kind === 'tables') return this.addPiece(entry);
    if (kind === 'files') return this.addFile(entry);
    if (entry.name !== kind || this.single.has(kind)) return false;
    this.single.set(kind, entry);
    return true;
  }

  private addPiece(entry: ArchivedFile): boolean {
    const [, prefix, , label] = PIECE.exec(entry.name) ?? [];
    if (prefix === undefined) return false;
    const table = this.tables.get(prefix) ?? { first: entry, last: '', pieces: 0 };
    if (table.pieces > 0 && this.arriving !== prefix) return false;
    this.arriving = prefix;
    table.last = entry.name;
    this.tables.set(prefix, table);
    return entry.name === `${prefix}${label}${String(++table.pieces).padStart(6, '0')}.gz`;
  }

  private addFile(entry: ArchivedFile): boolean {
    if (storedKeyOf(entry) === null) return false;
    this.firstFile ??= entry;
    this.files.count++;
    this.files.bytes += entry.size;
    return true;
  }
}
