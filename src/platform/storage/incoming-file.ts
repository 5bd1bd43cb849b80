import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { PIECE_BYTES, type SealedPieces, type SecretBox } from '../crypto/secret-box.js';

/** How a file ended: kept, discarded, or with an error of the disk. */
export interface FileEnd {
  isKept?: boolean;
  error?: unknown;
}

interface FileProgress {
  /** Runs work on a piece of the file when it is its turn. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Puts the complete file into its place. */
  place: (path: string) => Promise<void>;
  /** Called once, unless the file could not be opened. */
  onEnd: (end: FileEnd) => void;
}

/** A file being received: encrypted on disk as it arrives, so that it uses no memory while it waits. */
export class IncomingFile {
  private readonly hash = createHash('sha256');
  private digest: Buffer | undefined;
  private received = 0;
  private isOpen = true;
  private hasEnded = false;
  private error: unknown;

  private constructor(
    private readonly target: { key: string; path: string },
    private readonly secretBox: SecretBox,
    private readonly pieces: SealedPieces,
    private readonly handle: FileHandle,
    private readonly progress: FileProgress,
  ) {}

  /** @param target the key and path of the future file */
  static async open(
    target: { key: string; path: string },
    secretBox: SecretBox,
    progress: FileProgress,
  ): Promise<IncomingFile> {
    const pieces = secretBox.sealPieces(target.key);
    const handle = await open(partOf(target), 'wx', 0o600);
    try {
      await handle.writeFile(pieces.head);
    } catch (error) {
      await handle.close();
      await rm(partOf(target), { force: true });
      throw error;
    }
    return new IncomingFile(target, secretBox, pieces, handle, progress);
  }

  /** Bytes received so far. */
  get size(): number {
    return this.received;
  }

  /** The hash of all bytes. @throws Error before `end` */
  get sha256(): Buffer {
    if (!this.digest) throw new Error('the file has not arrived yet');
    return this.digest;
  }

  /** Adds bytes. Await it before the next call. */
  async write(chunk: Buffer): Promise<void> {
    this.received += chunk.length;
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      await this.progress.inTurn(() => this.add(piece));
    }
  }

  private async add(piece: Buffer): Promise<void> {
    this.hash.update(piece);
    await this.onDisk(() => this.handle.writeFile(this.pieces.update(piece)));
  }

  /** Marks the file as complete. */
  async end(): Promise<this> {
    this.digest = this.hash.digest();
    const tag = this.pieces.end();
    await this.onDisk(() => this.handle.write(tag, 0, tag.length, this.pieces.tagAt));
    return this;
  }

  /** The whole file, once it has arrived. */
  async read(): Promise<Buffer> {
    return this.secretBox.openLarge(await readFile(partOf(this.target)), this.target.key);
  }

  /** Stores the file permanently. @returns its key */
  async keep(): Promise<string> {
    await this.onDisk(async () => {
      await this.handle.sync();
      await this.close();
      await this.progress.place(partOf(this.target));
    });
    this.finish({ isKept: true });
    return this.target.key;
  }

  /** Deletes the file, unless it is kept. */
  async discard(): Promise<void> {
    if (this.hasEnded) return;
    await this.close();
    await rm(partOf(this.target), { force: true });
    this.finish({ error: this.error });
  }

  /** A file that cannot be written completely is deleted at once: the rest of the body can take long. */
  private async onDisk(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.error = error;
      await this.discard();
      throw error;
    }
  }

  private async close(): Promise<void> {
    if (this.isOpen) await this.handle.close();
    this.isOpen = false;
  }

  private finish(end: FileEnd): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.progress.onEnd(end);
  }
}

const partOf = ({ path }: { path: string }) => `${path}.part`;
