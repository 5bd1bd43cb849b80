import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupError } from './backup-error.js';

/** A multiple of a block of the archive, so that none lies in two pieces. */
const PIECE_BYTES = 1024 * 1024;
const HASH_BYTES = 32;

/**
 * A file that is read through once, after which every byte that is read again must be what it was the first time: what
 * was judged is what is used, although somebody else may write to the file. Remembers 32 bytes for each MiB.
 */
export class CheckedFile {
  private last: { number: number; piece: Buffer } | undefined;

  private constructor(
    private readonly handle: FileHandle,
    readonly bytes: number,
    private readonly hashes: Buffer,
  ) {}

  /**
   * @param see - is shown each piece with where it begins
   * @throws BackupError if the file cannot be read
   */
  static async open(file: string, see: (piece: Buffer, at: number) => void): Promise<CheckedFile> {
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`${file} cannot be read (${error.code}).`);
    });
    try {
      const { size } = await handle.stat();
      const checked = new CheckedFile(handle, size, Buffer.alloc(Math.ceil(size / PIECE_BYTES) * HASH_BYTES));
      for (let number = 0; number * PIECE_BYTES < size; number++) {
        const piece = await checked.load(number);
        hashOf(piece).copy(checked.hashes, number * HASH_BYTES);
        see(piece, number * PIECE_BYTES);
      }
      return checked;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** @returns null if there are not so many bytes. @throws BackupError if they have changed */
  async read(at: number, length: number): Promise<Buffer | null> {
    if (at + length > this.bytes) return null;
    const parts: Buffer[] = [];
    for await (const part of this.pieces(at, at + length)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The bytes from `from` to before `to`. @throws BackupError if they have changed */
  async *pieces(from: number, to: number): AsyncGenerator<Buffer> {
    for (let at = from; at < to;) {
      const number = Math.floor(at / PIECE_BYTES);
      const begin = number * PIECE_BYTES;
      const end = Math.min(to, begin + PIECE_BYTES);
      yield (await this.pieceAt(number)).subarray(at - begin, end - begin);
      at = end;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async pieceAt(number: number): Promise<Buffer> {
    if (this.last?.number === number) return this.last.piece;
    const piece = await this.load(number);
    const known = this.hashes.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES);
    if (!hashOf(piece).equals(known)) throw new BackupError('The backup was changed while it was read.');
    this.last = { number, piece };
    return piece;
  }

  private async load(number: number): Promise<Buffer> {
    const at = number * PIECE_BYTES;
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, this.bytes - at));
    for (let read = 0; read < piece.length;) {
      const { bytesRead } = await this.handle.read(piece, read, piece.length - read, at + read);
      if (bytesRead === 0) throw new BackupError('The backup became shorter while it was read.');
      read += bytesRead;
    }
    return piece;
  }
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
