import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupError } from './backup-error.js';

/** A multiple of an archive block, so that no block spans two pieces. */
const PIECE_BYTES = 1024 * 1024;
const HASH_BYTES = 32;

/**
 * A file that is read through once; every byte read again must then be the same as the first time. So exactly what
 * was checked is used, even if another process writes to the file. Keeps 32 bytes per MiB.
 */
export class CheckedFile {
  private last: { number: number; piece: Buffer } | undefined;

  private constructor(
    private readonly handle: FileHandle,
    readonly bytes: number,
    private readonly hashes: Buffer,
  ) {}

  /**
   * @param see - called with each piece and its position
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

  /** @returns null if the file is too short @throws BackupError if the bytes have changed */
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
    if (!hashOf(piece).equals(known))
      throw new BackupError('The backup was changed while it was being read.');
    this.last = { number, piece };
    return piece;
  }

  private async load(number: number): Promise<Buffer> {
    const at = number * PIECE_BYTES;
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, this.bytes - at));
    for (let read = 0; read < piece.length;) {
      const { bytesRead } = await this.handle.read(piece, read, piece.length - read, at + read);
      if (bytesRead === 0) throw new BackupError('The backup became shorter while it was being read.');
      read += bytesRead;
    }
    return piece;
  }
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
