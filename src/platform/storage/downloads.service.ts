import { finished } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { Admission } from '../../common/admission.js';

const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/**
 * Files that are loaded or that their clients have not read yet, in memory, of all tenants and of each. A list may be long, and
 * its client slow.
 */
export const DOWNLOAD_LIMITS = {
  total: 256,
  perKey: 128,
  totalBytes: 512 * MIB,
  bytesPerKey: 256 * MIB,
  longestMs: 6 * HOUR_MS,
};

export interface DownloadedFile {
  organizationId: number;
  sizeBytes: number;
}

/** Loads stored files to be sent, as many as there is memory for: a slow client holds the bytes of its answer. */
@Injectable()
export class Downloads {
  readonly admission = new Admission(DOWNLOAD_LIMITS, 'downloads');

  /**
   * What `read` loads: bytes, or a stream of them. They count until the reply has been sent or its client has gone.
   * @throws AppError 429 or 503, before anything is loaded, if there are too many downloads
   */
  load<Loaded>(
    { raw }: FastifyReply,
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
