import { promisify } from 'node:util';
import { crc32, inflateRaw, type InputType, type ZlibOptions } from 'node:zlib';
import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl';

/** First bytes of an archive with at least one file (PKWARE APPNOTE.TXT 6.3, §4.3.7). */
const LOCAL_HEADER = 0x04034b50;
/** Without names and extra fields (§4.3.12). */
const LISTING_BYTES = 46;
/** The end of the list of files, without a comment (§4.3.16). */
const END_OF_LIST = 0x06054b50;
const END_BYTES = 22;
/** An extra field with a second name of the file, after a version and a checksum of the first (§4.6.9). */
const UNICODE_PATH = 0x7075;
/** Flags of a file (§4.4.4): it is encrypted; its sizes and checksum follow its data. */
const ENCRYPTED = 1;
const SIZES_FOLLOW = 1 << 3;
/** A checksum and two sizes after a file's data, with or without a signature, in 32 or 64 bits (§4.3.9). */
const FOLLOWING_BYTES = [12, 16, 20, 24];
const [STORED, DEFLATED] = [0, 8];
/** What stands for a size that an extra field has in 64 bits (§4.5.3). */
const IN_64_BITS = 0xffffffff;
/** The system whose attributes are file modes, and the mode of a symbolic link (§4.4.2). */
const UNIX = 3;
const [MODE_TYPE, LINK] = [0o170000, 0o120000];

/** The types leave out what it returns with `info`. */
const inflate = promisify(inflateRaw) as unknown as (
  data: InputType,
  options: ZlibOptions & { info: true },
) => Promise<{ buffer: Buffer; engine: { bytesWritten: number } }>;

export interface ZipLimits {
  maxFiles: number;
  /** Total of all files, uncompressed. */
  maxBytes: number;
  /**
   * Whether every byte must belong to a listed file or to the list: what lies between is found by programs that read
   * from the beginning. False by default, since some that write documents leave something there.
   */
  isGapless?: boolean;
}

/** The archive contains more files or bytes than allowed. */
export class ZipBombError extends Error {}

/** What is wrong with an archive, in words for whoever made it. */
export class ZipFault extends Error {}

export const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;

/** A file as the list describes it, and where its data is. */
interface ListedFile {
  entry: Entry;
  start: number;
  end: number;
}

/**
 * Extracts all files of a ZIP archive into memory, by name. The sizes declared by the archive are checked against
 * `limits` before unpacking, and enforced during it. An archive that programs could read in different ways is refused:
 * the list of files and what precedes each of them must agree.
 * @throws ZipBombError, ZipFault, or another Error if the archive is damaged
 */
export async function unzip(bytes: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> {
  // Names are decoded here: yauzl would prefer those in extra fields, which not every reader supports.
  const archive = await fromBufferPromise(bytes, { decodeStrings: false });
  const entries = await readEntries(archive, limits);
  const listed = new Map<string, ListedFile>();
  for (const [name, entry] of entries) listed.set(name, await locate(archive, bytes, entry));
  assertNoOverlap([...listed.values()]);
  if (limits.isGapless) assertNoGap(bytes, [...listed.values()]);
  const files = new Map<string, Buffer>();
  for (const [name, file] of listed) files.set(name, await unpack(bytes, file));
  return files;
}

async function readEntries(archive: ZipFile, { maxFiles, maxBytes }: ZipLimits): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxFiles)
    throw new ZipBombError(`The archive has ${archive.entryCount} files, but ${maxFiles} are allowed`);
  const entries = new Map<string, Entry>();
  let left = maxBytes;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8');
    assertPlain(entry, name);
    if (entries.has(name)) throw new ZipFault('the archive has two files of the same name');
    left -= entry.uncompressedSize;
    if (left < 0) throw new ZipBombError(`The archive unpacks to more than ${maxBytes} bytes`);
    entries.set(name, entry);
  }
  return entries;
}

function assertPlain(entry: Entry, name: string): void {
  if (validateFileName(name) !== null)
    throw new ZipFault(
      'the name of a file is an absolute path, leads to a parent folder, or has a backslash',
    );
  if (!entry.fileNameRaw.equals(Buffer.from(name))) throw new ZipFault('the name of a file is not in UTF-8');
  if (hasAnotherName(entry)) throw new ZipFault('a file has two names');
  if (entry.versionMadeBy >>> 8 === UNIX && ((entry.externalFileAttributes >>> 16) & MODE_TYPE) === LINK)
    throw new ZipFault('a file is a symbolic link');
  if (entry.isEncrypted()) throw new ZipFault('a file is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new ZipFault('a file is compressed by another method than Deflate');
}

/** Readers disagree on which name of such a file counts, so a check by name could be evaded. */
const hasAnotherName = ({ extraFields, fileNameRaw }: Entry) =>
  extraFields.some(({ id, data }) => id === UNICODE_PATH && !data.subarray(5).equals(fileNameRaw));

/** Programs that read from the beginning believe what precedes a file, others what the list says. */
async function locate(archive: ZipFile, bytes: Buffer, entry: Entry): Promise<ListedFile> {
  const header = await archive.readLocalFileHeaderPromise(entry);
  const { compressedSize, uncompressedSize, crc32: checksum } = header;
  const isSame = (own: number, listed: number) =>
    own === listed ||
    own === IN_64_BITS ||
    (own === 0 && (header.generalPurposeBitFlag & SIZES_FOLLOW) !== 0);
  if (
    !header.fileName.equals(entry.fileNameRaw) ||
    header.compressionMethod !== entry.compressionMethod ||
    (header.generalPurposeBitFlag & ENCRYPTED) !== 0 ||
    !isSame(compressedSize, entry.compressedSize) ||
    !isSame(uncompressedSize, entry.uncompressedSize) ||
    !isSame(checksum, entry.crc32)
  )
    throw new ZipFault('the list of files and what precedes a file contradict each other');
  const start = header.fileDataStart;
  return { entry, start, end: start + entry.compressedSize };
}

const beginOf = ({ entry }: ListedFile) => entry.relativeOffsetOfLocalHeader;
const inOrder = (files: ListedFile[]) => files.sort((a, b) => beginOf(a) - beginOf(b));

/** Files that share compressed data make archives expand without limit, and readers disagree about them. */
function assertNoOverlap(files: ListedFile[]): void {
  let end = 0;
  for (const file of inOrder(files)) {
    if (beginOf(file) < end) throw new ZipFault('files of the archive overlap');
    end = file.end;
  }
}

function assertNoGap(bytes: Buffer, files: ListedFile[]): void {
  const fault = new ZipFault('the archive has bytes that belong to no file of its list');
  let end = 0;
  const follows = (begin: number, mayFollow: readonly number[]) => mayFollow.includes(begin - end);
  let between: readonly number[] = [0];
  for (const file of inOrder(files)) {
    if (!follows(beginOf(file), between)) throw fault;
    end = file.end;
    between = (file.entry.generalPurposeBitFlag & SIZES_FOLLOW) === 0 ? [0] : FOLLOWING_BYTES;
  }
  const at = bytes.length - END_BYTES;
  if (bytes.readUInt32LE(at) !== END_OF_LIST) throw new ZipFault('the archive has a comment');
  const size = files.reduce((sum, { entry }) => sum + listingBytes(entry), 0);
  const [listedBytes, begin] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (!follows(begin, between) || listedBytes !== size || begin + size !== at) throw fault;
}

const listingBytes = ({ fileNameLength, extraFieldLength, fileCommentLength }: Entry) =>
  LISTING_BYTES + fileNameLength + extraFieldLength + fileCommentLength;

async function unpack(bytes: Buffer, { entry, start, end }: ListedFile): Promise<Buffer> {
  const data = bytes.subarray(start, end);
  const file = entry.compressionMethod === STORED ? data : await inflated(data, entry.uncompressedSize);
  if (file.length !== entry.uncompressedSize || crc32(file) !== entry.crc32)
    throw new ZipFault('a file has another size or checksum than the list says');
  return file;
}

/** What follows the compressed data is found by programs that read from the beginning. */
async function inflated(data: Buffer, size: number): Promise<Buffer> {
  const { buffer, engine } = await inflate(data, { info: true, maxOutputLength: Math.max(1, size) });
  if (engine.bytesWritten !== data.length) throw new ZipFault('a file has bytes after its compressed data');
  return buffer;
}
