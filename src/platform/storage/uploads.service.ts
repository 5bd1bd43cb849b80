import { Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { Admission } from '../../common/admission.js';
import { beforeAbort } from '../../common/before-abort.js';
import { whileClientWaits } from '../../common/http/client-signal.js';
import { declaredBytes } from '../../common/http/declared-bytes.js';
import { digestUpload, isUpload } from '../../common/http/multipart.js';
import { FileStore } from './file-store.service.js';
import { type IncomingFile } from './incoming-file.js';

const MIB = 1024 * 1024;

/** Documents that are received or wait for their inspection, on disk, of all tenants and of each. */
export const UPLOAD_LIMITS = { total: 64, perKey: 32, totalBytes: 1024 * MIB, bytesPerKey: 512 * MIB };

export interface Upload {
  /** Whose limits it counts against. */
  tenant: string;
  /** Whose file it becomes if it is kept; null if it never is. */
  organizationId: number | null;
  maxBytes: number;
  /** Whose limits apply instead of those of documents. */
  admission?: Pick<Admission, 'run'>;
  /** Rejects if no file is due; called once the upload is admitted. */
  assertDue?: () => Promise<void>;
}

/** Receives large files: admitted by number and bytes, kept on disk rather than in memory, dropped if their client goes. */
@Injectable()
export class Uploads {
  /** Of documents. */
  readonly admission = new Admission(UPLOAD_LIMITS, 'documents');

  constructor(private readonly files: FileStore) {}

  /**
   * Runs `work` with a file to receive the body. The file is deleted afterwards, unless `work` has kept it.
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
   * Reads an upload of which only the digest is needed, because it was carried out before. Does nothing for another body.
   * @throws AppError as `receive` does, or as the body's errors
   */
  async readAgain(request: FastifyRequest, organizationId: number): Promise<void> {
    if (!isUpload(request)) return;
    const inTurn = () => this.files.inTurn(organizationId, async () => undefined);
    const sink = { write: inTurn, end: () => undefined };
    await this.admission.run(String(organizationId), () => digestUpload(request, sink));
  }
}
