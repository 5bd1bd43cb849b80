import { type ChildTaskLimits } from '../../platform/child-process/child-task.js';

/** Bytes of an uploaded document. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAX_PAGES = 500;
/** Above any phone's usual photo; decoded it is 300 MB, which the child's memory limit still holds. */
export const MAX_IMAGE_PIXELS = 100_000_000;
/** Points of one drawn signature, over all its strokes: about a minute of steady drawing. */
export const MAX_MARK_POINTS = 5_000;
/** Width through height of the box that a drawn signature's coordinates are normalised in. */
export const MARK_ASPECT_RATIO = 3;
/** What each child process that touches a document may use. */
export const DOCUMENT_TASK_LIMITS: ChildTaskLimits = { timeoutMs: 30_000, maxResidentMb: 1024 };
/** Children at work at once in one service process; further documents wait. */
export const MAX_DOCUMENT_TASKS = 2;
