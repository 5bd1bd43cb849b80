/** Increases when older versions could not read what this one writes. */
export const FORMAT = 2;

export const MANIFEST = 'manifest.json';
/** The last file of an archive. */
export const SEAL = 'seal.json';
export const KEY_FILE = 'encryption-key.txt';

export interface BackedUpTable {
  name: string;
  /** Stored columns, in the order of the table's data. */
  columns: string[];
}

export interface Partition {
  name: string;
  parent: string;
  /** As PostgreSQL writes it, such as `FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')`. */
  bound: string;
  /** The key by which it is partitioned in turn; null if it holds rows. */
  key: string | null;
  /** Such as `fillfactor=70`. */
  options: string[];
}

export interface SequenceState {
  name: string;
  /** A decimal number. */
  last: string;
  called: boolean;
}

/** The structure that a snapshot found in the database. */
export interface Structure {
  /** The server's version. */
  postgres: string;
  /** When the snapshot was taken, ISO 8601. */
  takenAt: string;
  /** Names, oldest first. */
  migrations: string[];
  tables: BackedUpTable[];
  /** Parents before their partitions. */
  partitions: Partition[];
}

/** What a backup contains. */
export interface Manifest extends Omit<Structure, 'tables'> {
  format: number;
  /** Tables whose data is in `tables/NUMBER-NAME.PART.gz`, by number. */
  tables: (BackedUpTable & { rows: number })[];
  sequences: SequenceState[];
  files: {
    count: number;
    bytes: number;
    /** Keys of files that the database names but that were already missing. */
    lost: string[];
  };
  withKey: boolean;
}

/** The prefix of the names of a table's pieces. */
export const prefixOf = (index: number): string => `tables/${String(index + 1).padStart(4, '0')}-`;

export const pieceName = (index: number, { name }: BackedUpTable, piece: number): string =>
  `${prefixOf(index)}${name.replaceAll(/\W/g, '_')}.${String(piece).padStart(6, '0')}.gz`;
