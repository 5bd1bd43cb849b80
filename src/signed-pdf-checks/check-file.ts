import { ChildTaskError, type ChildTaskLimits, runChildTask } from '../platform/child-process/child-task.js';
import { type CheckedDocument, type DocumentFacts } from './domain/document-facts.js';
import { isCheckedDocument } from './reading/check-answer.js';
import { type CheckTask } from './reading/check-document.js';
import { SYSTEM_LISTS } from './reading/known-authorities.js';

/** Largest document that the page checks, in bytes: sealing makes an upload a little larger. */
export const MAX_CHECKED_BYTES = 40 * 1024 * 1024;
/** What a child may use for an untrusted file. */
export const CHECK_LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1024 };

/**
 * Extracts the facts from a file's bytes in a separate process. Never throws because of the file: one that kills its
 * reader is reported as too complex.
 * @param authorities PEM of additional trusted certificates
 */
export async function checkFile(
  pdf: Buffer,
  authorities = '',
  limits: ChildTaskLimits = CHECK_LIMITS,
  signal?: AbortSignal,
): Promise<CheckedDocument> {
  const task: CheckTask = { pdf, authorities };
  const entry = 'signed-pdf-checks/check-document.child';
  try {
    const rights = { files: SYSTEM_LISTS };
    const answer = await runChildTask<CheckTask, CheckedDocument>({ entry, rights, ...limits }, task, signal);
    return isCheckedDocument(answer) ? answer : { ok: false, reason: 'too_complex' };
  } catch (error) {
    if (!(error instanceof ChildTaskError)) throw error;
    return { ok: false, reason: error.failure === 'error' ? 'damaged' : 'too_complex' };
  }
}

/** SHA-256 (lower-case hex) of every certificate behind a document's signatures, chains included. */
export function certificateHashes({ signatures }: DocumentFacts): string[] {
  const certificates = signatures.flatMap(({ signers }) => signers.map(({ certificate }) => certificate));
  return certificates.flatMap(({ sha256, chain }) => [sha256, ...chain.map((above) => above.sha256)]);
}
