import { type ArchiveReader } from './archive-reader.js';
import { type Progress } from './progress.js';

/** Keeps files from being deleted until it ends. */
export interface Hold {
  /** To be called every few seconds. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

export interface CollectedFile {
  key: string;
  size: number;
  /** To be read before the next file. */
  bytes: AsyncIterable<Buffer>;
}

/** Files collected for a backup, which stay readable even if the service deletes them. */
export interface CollectedFiles {
  hold(): Promise<Hold>;
  /** A new, empty set that can also find what this one has kept. */
  again(): CollectedFiles;
  /** @returns the keys of missing files */
  keep(keys: readonly string[]): Promise<string[]>;
  all(): AsyncGenerator<CollectedFile>;
  /** Drops this set and the earlier ones. */
  remove(): Promise<void>;
}

/** The stored files of a backup on their way into an empty place. */
export interface ReceivedFiles {
  /** Writes all files next to their places, or into them. @returns how many */
  write(archive: ArchiveReader, progress: Progress): Promise<number>;
  /** Puts the files into their places. */
  place(): Promise<void>;
  /** Removes files that are not in their place. */
  discard(): Promise<void>;
  /** To be called once the database names the files. */
  end(): Promise<void>;
}

/** Access to all stored files for backups. */
export interface FileStock {
  collect(): Promise<CollectedFiles>;
  /** @throws BackupError if there are files already */
  receive(): Promise<ReceivedFiles>;
}
