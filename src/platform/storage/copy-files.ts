import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bucket } from '../object-storage/bucket.js';
import { contentOfFile } from './file-content.js';
import { STORED_KEY } from './stored-key.js';

/**
 * Copies stored files, as they are, from a folder to a bucket, skipping those that already exist there: a file never
 * changes under its key, so this can be repeated.
 */
export async function copyFiles(
  folder: string,
  bucket: Bucket,
): Promise<{ copied: number; present: number }> {
  const counts = { copied: 0, present: 0 };
  for await (const { name } of await opendir(folder)) {
    if (!/^\d+$/.test(name)) continue;
    for await (const file of await opendir(join(folder, name))) {
      const key = `${name}/${file.name}`;
      if (!STORED_KEY.test(key)) continue;
      const path = join(folder, key);
      const { size } = await stat(path);
      if ((await bucket.sizeOf(key)) === size) counts.present++;
      else {
        await bucket.put(key, await contentOfFile(path));
        counts.copied++;
      }
    }
  }
  return counts;
}
