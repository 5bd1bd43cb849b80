/** Block size of the tape archive format, as read by any `tar` (POSIX.1-1988, "ustar interchange format"). */
const BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const MAGIC_AT = 257;
const MAGIC = 'ustar\u000000';
const PLAIN_FILE = '0';

/** Ends an archive. */
export const ARCHIVE_END = Buffer.alloc(2 * BLOCK);
export const HEADER_BYTES = BLOCK;

export interface TarHeader {
  name: string;
  /** The number of bytes that follow, without padding. */
  size: number;
}

/** @param header - its name is ASCII with at most 100 characters; its size is below 8 GiB */
export function tarHeader({ name, size }: TarHeader): Buffer {
  if (name.length > NAME_BYTES) throw new Error(`The name ${name} is too long for an archive`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 'ascii');
  block.write('0000600\u00000000000\u00000000000\u0000', 100, 'ascii');
  block.write(
    `${size.toString(8).padStart(SIZE_DIGITS, '0')}\u0000${'0'.repeat(11)}\u0000`,
    SIZE_AT,
    'ascii',
  );
  block.write(PLAIN_FILE, 156, 'ascii');
  block.write(MAGIC, MAGIC_AT, 'ascii');
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\u0000 `, CHECKSUM_AT, 'ascii');
  return block;
}

/** @returns null for a block that `tarHeader` did not write */
export function parseTarHeader(block: Buffer): TarHeader | null {
  const [name] = block.toString('latin1', 0, NAME_BYTES).split('\u0000');
  const size = parseInt(block.toString('latin1', SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
  if (!name || !Number.isSafeInteger(size) || size < 0) return null;
  return tarHeader({ name, size }).equals(block) ? { name, size } : null;
}

/** The number of zero bytes after this many bytes, up to a whole block. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of all bytes, counting those of the checksum itself as spaces. */
function checksumOf(block: Buffer): number {
  const stored = block.subarray(CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0);
  return sum(block) - sum(stored) + CHECKSUM_BYTES * 0x20;
}
