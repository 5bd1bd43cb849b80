import { ChildTaskError, type ChildTaskLimits, runChildTask } from '../platform/child-process/child-task.js';
import { type DocumentFacts } from './domain/document-facts.js';
import { type CheckedDocument, type CheckTask } from './reading/check-document.js';

export type { UnreadableReason } from './reading/check-document.js';

/** Bytes of a document that a page checks: what this service seals is a little larger than what it takes. */
export const MAX_CHECKED_BYTES = 40 * 1024 * 1024;
/** What a child may use for a stranger's file. */
const LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1024 };

/**
 * Reads all that can be known from a file's bytes, in a process of its own. A file that kills its reader asks for too much;
 * nothing is thrown for any file.
 * @param authorities PEM of further authorities
 */
export async function checkFile(
  pdf: Buffer,
  authorities = '',
  limits: ChildTaskLimits = LIMITS,
): Promise<CheckedDocument> {
  const task: CheckTask = { pdf, authorities };
  const entry = 'signed-pdf-checks/check-document.child';
  try {
    return await runChildTask<CheckTask, CheckedDocument>({ entry, ...limits }, task);
  } catch (error) {
    if (!(error instanceof ChildTaskError)) throw error;
    return { ok: false, reason: error.failure === 'error' ? 'damaged' : 'too_complex' };
  }
}

/** SHA-256 of every certificate behind a document's signatures, in lower-case hex. */
export function certificateHashes({ signatures }: DocumentFacts): string[] {
  const certificates = signatures.flatMap(({ signers }) => signers.map(({ certificate }) => certificate));
  return certificates.flatMap(({ sha256, chain }) => [sha256, ...chain.map((above) => above.sha256)]);
}
