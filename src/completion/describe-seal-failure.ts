import { SignedPdfError } from '../pdf/pdf.service.js';
import { UnfitKeyError } from '../pdf-signatures/choose-seal-key.js';
import { TimestampError } from '../pdf-signatures/timestamp-error.js';
import { RevokedCertificateError } from '../pdf-signatures/validation-materials.js';
import { ChildTaskError } from '../platform/child-process/child-task.js';
import { describeError } from '../platform/jobs/describe-error.js';
import { StoredFileError } from '../platform/storage/file-store.js';
import { type SealFailure } from '../signatures/domain/seal-failure.js';
import { BrokenTrailError } from './evidence-documents.js';

/** The cause of a failure to seal, with the message of errors known to quote no person and no document. */
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
