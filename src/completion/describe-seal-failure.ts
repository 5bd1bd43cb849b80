import { UnfitKeyError } from '../pdf-signatures/choose-seal-key.js';
import { RevokedCertificateError } from '../pdf-signatures/validation-materials.service.js';
import { TimestampError } from '../pdf-signatures/timestamp-error.js';
import { SignedPdfError } from '../pdf/pdf.service.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { describeError } from '../platform/jobs/engine/run-handler.js';
import { StoredFileError } from '../platform/storage/file-store.service.js';
import { type SealFailure } from '../signatures/domain/seal-failure.js';
import { BrokenTrailError } from './evidence-documents.service.js';

/** The cause of a failure to seal, with the message of errors that are known to quote nobody and no document. */
export function describeSealFailure(error: unknown): SealFailure {
  if (error instanceof TimestampError) return { cause: 'time_stamp', message: error.message };
  if (error instanceof RevokedCertificateError)
    return { cause: 'revoked_certificate', message: error.message };
  if (error instanceof UnfitKeyError) return { cause: 'key', message: error.message };
  if (error instanceof SignedPdfError) return { cause: 'document', message: error.message };
  if (error instanceof ChildTaskError)
    return { cause: error.failure === 'error' ? 'document' : 'resources', message: error.message };
  if (error instanceof StoredFileError) return { cause: 'file', message: error.message };
  if (error instanceof BrokenTrailError) return { cause: 'audit_trail', message: error.message };
  return { cause: 'other', message: describeError(error) };
}
