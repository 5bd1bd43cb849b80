/** Where files are kept, encrypted, under keys such as `17/UUID`: the organization's id and a random name. */
export abstract class FilePlace {
  /** Moves a complete file from the disk into its place. */
  abstract keep(key: string, path: string): Promise<void>;
  /** @throws Error with the code ENOENT if there is no such file */
  abstract read(key: string): Promise<Buffer>;
  /** The same piece by piece. */
  abstract stream(key: string): AsyncIterable<Buffer>;
  /** Deletes the file, if it exists. @returns false if it was left, because a backup is listing all files */
  abstract delete(key: string): Promise<boolean>;
  /** The ids of all organizations with files. */
  abstract organizations(): Promise<number[]>;
  /** Keys of an organization's files written before `olderThan`, as they are found: there can be millions. */
  abstract writtenBefore(organizationId: number, olderThan: Date): AsyncIterable<string>;
}
