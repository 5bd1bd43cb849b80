import { type ChildTaskLimits } from '../platform/child-process/child-task.js';

/** Bytes of an uploaded document. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAX_PAGES = 500;
/** Above any phone's usual photo; decoded it is 300 MB, which the child's memory limit still holds. */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** What each child process that touches a document may use. */
export const DOCUMENT_TASK_LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1024 };
/** Where text stands takes longer to find than anything else: about 20 ms for each dense page. */
export const LAYOUT_TASK_LIMITS: ChildTaskLimits = { ...DOCUMENT_TASK_LIMITS, timeoutMs: 90_000 };
/** A certificate of a hundred signers is some seventy pages. */
export const CERTIFICATE_TASK_LIMITS: ChildTaskLimits = { timeoutMs: 90_000, maxResidentMb: 1024 };
/** Children at work at once in one service process; further documents wait. */
export const MAX_DOCUMENT_TASKS = 2;
/** Resident MiB above which a process is not kept for a further document: large files leave their memory behind. */
export const MAX_KEPT_MB = 384;
