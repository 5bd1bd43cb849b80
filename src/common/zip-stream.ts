import { once } from 'node:events';
import { type PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Relative, with `/` between folders. */
  name: string;
  bytes: Buffer;
  changedAt: Date;
}

/**
 * A ZIP archive of already compressed files, such as PDFs. One file at a time is in memory; the next is fetched once
 * it has been read. An error in `entries` breaks the stream, so no partial archive looks complete.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  // The types declare less than yazl documents.
  const output = zip.outputStream as PassThrough;
  void addAll(zip, output, entries).catch((error: unknown) => output.destroy(error as Error));
  return output;
}

async function addAll(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const left = new AbortController();
  output.once('close', () => left.abort());
  for await (const { name, bytes, changedAt } of entries) {
    zip.addBuffer(bytes, name, { compress: false, mtime: changedAt });
    if (output.writableNeedDrain) await once(output, 'drain', { signal: left.signal });
    left.signal.throwIfAborted();
  }
  zip.end();
}

/**
 * The name of an archive's entry: characters that could lead to another folder, or that Windows refuses, become `_`.
 */
export function zipName(fileName: string): string {
  return fileName.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_');
}
