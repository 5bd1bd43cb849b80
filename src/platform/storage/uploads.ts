import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { Admission } from '../../common/admission.js';
import { beforeAbort } from '../../common/before-abort.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { declaredBytes } from '../../common/http/declared-bytes.js';
import { digestUpload, isUpload } from '../../common/http/multipart.js';
import { FileStore } from './file-store.js';
import { type IncomingFile } from './incoming-file.js';

const MIB = 1024 * 1024;

/** Documents on disk that are being received or await inspection, in total and per tenant. */
export const UPLOAD_LIMITS = { total: 64, perKey: 32, totalBytes: 1024 * MIB, bytesPerKey: 512 * MIB };

export interface Upload {
  /** The tenant whose limits apply. */
  tenant: string;
  /** The owner of the file if it is kept; null if it never is. */
  organizationId: number | null;
  maxBytes: number;
  /** Limits to apply instead of those of documents. */
  admission?: Pick<Admission, 'run'>;
  /** Rejects if no file is due; called once the upload is admitted. */
  assertDue?: () => Promise<void>;
}

/** A file of an organization, as its row describes it. */
interface StoredFile {
  organizationId: number;
  storageKey: string;
  sizeBytes: number;
}

/**
 * Receives large files: admitted by number and bytes, kept on disk rather than in memory, dropped if the client
 * disconnects.
 */
@Injectable()
export class Uploads {
  /** Admission of documents. */
  readonly admission = new Admission(UPLOAD_LIMITS, 'documents');

  constructor(private readonly files: FileStore) {}

  /**
   * Runs `work` with a file to receive the body. The file is deleted afterwards, unless `work` kept it.
   * @throws AppError 429 or 503, before the body is read, if there are too many uploads; 503 if this one takes too
   * long; what `assertDue` throws; Error ENOSPC if there is no room
   */
  receive<Result>(
    request: FastifyRequest,
    { tenant, organizationId, maxBytes, admission = this.admission, assertDue }: Upload,
    work: (file: IncomingFile, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const bytes = declaredBytes(request, maxBytes);
    const receive = async (overdue: AbortSignal) => {
      await assertDue?.();
      const file = await this.files.begin(organizationId, bytes);
      const workOn = (signal: AbortSignal) => work(file, signal);
      try {
        return await beforeAbort(whileClientWaits(request, workOn, overdue), overdue);
      } finally {
        await file.discard();
      }
    };
    return admission.run(tenant, receive, undefined, bytes);
  }

  /**
   * Runs `work` with a copy of a stored file, as if it had been uploaded again. The copy is deleted afterwards, unless
   * `work` kept it.
   * @throws AppError 429 or 503, as `receive`; Error ENOSPC if there is no room
   */
  again<Result>(
    { organizationId, storageKey, sizeBytes }: StoredFile,
    work: (file: IncomingFile) => Promise<Result>,
  ): Promise<Result> {
    const copy = async () => {
      const file = await this.files.begin(organizationId, sizeBytes);
      try {
        await file.write(await this.files.get(storageKey));
        return await work(await file.end());
      } finally {
        await file.discard();
      }
    };
    return this.admission.run(String(organizationId), copy, undefined, sizeBytes);
  }

  /**
   * Reads an upload only for its digest, because it was processed before. Does nothing for any other body.
   * @throws AppError as `receive` does, or as the body's errors
   */
  async readAgain(request: FastifyRequest, organizationId: number): Promise<void> {
    if (!isUpload(request)) return;
    const inTurn = () => this.files.inTurn(organizationId, async () => undefined);
    const sink = { write: inTurn, end: () => undefined };
    await this.admission.run(String(organizationId), () => digestUpload(request, sink));
  }
}
