import { rm } from 'node:fs/promises';
import { type OnApplicationShutdown } from '@nestjs/common';
import { type Bucket } from '../object-storage/bucket.js';
import { areObjectsHeld } from './bucket-hold.js';
import { contentOfFile } from './file-content.js';
import { FilePlace } from './file-place.port.js';
import { STORED_KEY } from './stored-key.js';

/** A bucket of an S3-compatible storage. Files are encrypted before they are sent there. */
export class S3FilePlace extends FilePlace implements OnApplicationShutdown {
  constructor(private readonly bucket: Bucket) {
    super();
  }

  async keep(key: string, path: string): Promise<void> {
    await this.bucket.put(key, await contentOfFile(path));
    await rm(path, { force: true });
  }

  async read(key: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.bucket.get(key)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  stream(key: string): AsyncIterable<Buffer> {
    return this.bucket.get(key);
  }

  async delete(key: string): Promise<boolean> {
    if (await areObjectsHeld(this.bucket)) return false;
    await this.bucket.delete(key);
    return true;
  }

  async organizations(): Promise<number[]> {
    const found: number[] = [];
    for await (const name of this.bucket.folders()) if (/^\d+$/.test(name)) found.push(Number(name));
    return found;
  }

  async *writtenBefore(organizationId: number, olderThan: Date): AsyncGenerator<string> {
    for await (const { key, writtenAt } of this.bucket.list(`${organizationId}/`))
      if (STORED_KEY.test(key) && writtenAt < olderThan) yield key;
  }

  onApplicationShutdown(): void {
    this.bucket.close();
  }
}
