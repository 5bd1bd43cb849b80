import { randomBytes, randomUUID } from 'node:crypto';
import { type Bucket } from '../object-storage/bucket.js';
import { contentFrom } from './file-content.js';

const BYTES = 1024;

/** Stores, lists, reads and deletes an object. @throws Error if any of these fails */
export async function tryBucket(bucket: Bucket): Promise<void> {
  const key = `.trial-${randomUUID()}`;
  const bytes = randomBytes(BYTES);
  await bucket.put(key, await contentFrom(() => inOnePiece(bytes)));
  try {
    const listed: string[] = [];
    for await (const object of bucket.list(key)) listed.push(object.key);
    const read: Buffer[] = [];
    for await (const chunk of bucket.get(key)) read.push(chunk);
    if (listed.join() !== key || !Buffer.concat(read).equals(bytes))
      throw new Error(`the file storage ${bucket.place} did not give back what was stored`);
  } finally {
    await bucket.delete(key);
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
