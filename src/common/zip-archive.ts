import { type Entry, fromBufferPromise, validateFileName, type ZipFile } from 'yauzl';

/** First bytes of an archive with at least one file (PKWARE APPNOTE.TXT 6.3, §4.3.7). */
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
/** An extra field with a second name of the file, after a version and a checksum of the first (§4.6.9). */
const UNICODE_PATH = 0x7075;

export interface ZipLimits {
  maxFiles: number;
  /** Total of all files, uncompressed. */
  maxBytes: number;
}

/** The archive contains more files or bytes than allowed. */
export class ZipBombError extends Error {}

export const isZip = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt32LE(0) === LOCAL_HEADER;

/**
 * Extracts all files of a ZIP archive into memory, by name. The sizes declared by the archive are checked against
 * `limits` before unpacking, and enforced during it.
 * @throws ZipBombError, or Error if the archive is damaged, encrypted or split, has absolute or parent paths, or
 * contains duplicate or ambiguous names or overlapping files
 */
export async function unzip(bytes: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> {
  // Names are decoded here: yauzl would prefer those in extra fields, which not every reader supports.
  const archive = await fromBufferPromise(bytes, { decodeStrings: false });
  const entries = await readEntries(archive, limits);
  assertNoOverlap([...entries.values()]);
  const files = new Map<string, Buffer>();
  for (const [name, entry] of entries) files.set(name, await unpack(archive, entry));
  return files;
}

async function readEntries(archive: ZipFile, { maxFiles, maxBytes }: ZipLimits): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxFiles)
    throw new ZipBombError(`The archive has ${archive.entryCount} files, but ${maxFiles} are allowed`);
  const entries = new Map<string, Entry>();
  let left = maxBytes;
  for await (const entry of archive.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8');
    const fault = validateFileName(name);
    if (fault !== null) throw new Error(fault);
    if (hasAnotherName(entry)) throw new Error('A file of the archive has two names');
    if (entries.has(name)) throw new Error('The archive has two files of the same name');
    left -= entry.uncompressedSize;
    if (left < 0) throw new ZipBombError(`The archive unpacks to more than ${maxBytes} bytes`);
    entries.set(name, entry);
  }
  return entries;
}

/** Readers disagree on which name of such a file counts, so a check by name could be evaded. */
const hasAnotherName = ({ extraFields, fileNameRaw }: Entry) =>
  extraFields.some(({ id, data }) => id === UNICODE_PATH && !data.subarray(5).equals(fileNameRaw));

/** Files that share compressed data make archives expand without limit, and readers disagree about them. */
function assertNoOverlap(entries: Entry[]): void {
  let end = 0;
  const inOrder = entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } of inOrder) {
    if (start < end)
      throw new Error(`A file of the archive begins at ${start}, before another ends at ${end}`);
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize;
  }
}

async function unpack(archive: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData())
    throw new Error('A file of the archive is encrypted or uses an unknown method');
  const chunks: Buffer[] = [];
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
