import { type ArchiveReader } from './archive-reader.js';
import { type Progress } from './progress.js';

/** Keeps files from being deleted until it ends. */
export interface Hold {
  /** Call every few seconds. */
  renew(): Promise<void>;
  end(): Promise<void>;
}

export interface CollectedFile {
  key: string;
  size: number;
  /** Read them before the next file. */
  bytes: AsyncIterable<Buffer>;
}

/** Files that a backup has taken note of, so that they can be read although the service deletes them. */
export interface CollectedFiles {
  hold(): Promise<Hold>;
  /** A new, empty set that also finds what this one has kept. */
  again(): CollectedFiles;
  /** @returns the keys of files that are not there */
  keep(keys: readonly string[]): Promise<string[]>;
  all(): AsyncGenerator<CollectedFile>;
  /** Forgets this set and the earlier ones. */
  remove(): Promise<void>;
}

/** The stored files of a backup on their way into an empty place. */
export interface ReceivedFiles {
  /** Writes all files beside their places, or into them. @returns how many */
  write(archive: ArchiveReader, progress: Progress): Promise<number>;
  /** Puts the files into their places. */
  place(): Promise<void>;
  /** Removes what is not in its place. */
  discard(): Promise<void>;
  /** Call when the database names them. */
  end(): Promise<void>;
}

/** All stored files, as backups see them. */
export interface FileStock {
  collect(): Promise<CollectedFiles>;
  /** @throws BackupError if there are files already */
  receive(): Promise<ReceivedFiles>;
}
