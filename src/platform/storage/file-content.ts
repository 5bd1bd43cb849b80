import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type ObjectContent } from '../object-storage/bucket.js';

/** @param read gives the same bytes each time */
export async function contentFrom(read: () => AsyncIterable<Buffer>): Promise<ObjectContent> {
  const hash = createHash('md5');
  let size = 0;
  for await (const piece of read()) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, md5: hash.digest('base64'), read };
}

/** A file, read piece by piece. */
export const contentOfFile = (path: string): Promise<ObjectContent> =>
  contentFrom(() => createReadStream(path));
