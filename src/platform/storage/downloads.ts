import { type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Admission } from '../../common/admission.js';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/**
 * Files in memory that are loaded or not yet read by their clients, in total and per tenant. A list can be long, and
 * its client slow.
 */
export const DOWNLOAD_LIMITS = {
  total: 256,
  perKey: 128,
  totalBytes: 512 * MIB,
  bytesPerKey: 256 * MIB,
  longestMs: 6 * HOUR_MS,
};

/** An answer on its way to a client, such as Fastify's reply. */
export interface OpenAnswer {
  raw: Writable;
}

export interface DownloadedFile {
  organizationId: number;
  sizeBytes: number;
}

/** Loads stored files to be sent, as far as memory permits: a slow client holds the bytes of its answer. */
@Injectable()
export class Downloads {
  readonly admission = new Admission(DOWNLOAD_LIMITS, 'downloads');

  /**
   * Returns what `read` loads: bytes, or a stream of them. They count until the answer has been sent or its client has
   * gone.
   * @throws AppError 429 or 503, before anything is loaded, if there are too many downloads
   */
  load<Loaded>(
    { raw }: OpenAnswer,
    { organizationId, sizeBytes }: DownloadedFile,
    read: () => Promise<Loaded>,
  ): Promise<Loaded> {
    return new Promise((resolve, reject) => {
      const hold = async () => {
        resolve(await read());
        await finished(raw).catch(() => undefined);
      };
      this.admission.run(String(organizationId), hold, undefined, sizeBytes).catch(reject);
    });
  }
}
