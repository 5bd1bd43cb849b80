import { type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type SlotLimits } from '../platform/child-process/task-slots.js';

/** Size of an uploaded document in bytes. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAX_PAGES = 500;
/** More than phone cameras usually produce. Decoded it is 300 MB, which fits the child's memory limit. */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** What a child process may use for one task on a document. */
export const DOCUMENT_TASK_LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1024 };
/** For everything an upload goes through: inspection, layout, and trial sealing. */
export const UPLOAD_TASK_LIMITS: ChildTaskLimits = { ...DOCUMENT_TASK_LIMITS, timeoutMs: 10_000 };
/** Every page is read, so uploads with more pages get more time. */
export const USUAL_PAGES = 100;
const PAGES_PER_SECOND = 50;

/** Milliseconds of processor time by which a document's pages extend the limit of an upload. */
export const extraTimeMs = (pages: number) =>
  (Math.max(0, Math.min(pages, MAX_PAGES) - USUAL_PAGES) / PAGES_PER_SECOND) * 1_000;
/** A certificate for a hundred signers has about seventy pages. */
export const CERTIFICATE_TASK_LIMITS: ChildTaskLimits = { timeoutMs: 90_000, maxResidentMb: 1024 };
/**
 * Children that work at the same time in one service process; further tasks wait. One slot is reserved for sealing,
 * and no organization can take all slots, so a file that takes minutes does not block the others.
 */
export const DOCUMENT_SLOTS: SlotLimits = { slots: 3, reserved: 1, perTenant: 2 };
/** Resident MiB above which a process is not reused: large files leave memory behind. */
export const MAX_KEPT_MB = 384;

/** The most characters of a child's description of a fault: a child that was taken over must not fill the log. */
export const LONGEST_FAULT = 1_000;
