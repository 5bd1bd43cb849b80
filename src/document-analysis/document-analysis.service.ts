import { Injectable } from '@nestjs/common';
import { type ChildTaskLimits, runChildTask } from '../platform/child-process/child-task.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { type DocumentFindings, type ImageInspection } from './document-findings.js';

/** What the child process is asked. */
export type AnalysisTask =
  { kind: 'inspect'; image: Uint8Array } | { kind: 'analyze'; image: Uint8Array; today: string };

const ENTRY = 'document-analysis/analyze-document.child';
const INSPECTION_LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: 1024 };
const ANALYSIS_LIMITS: ChildTaskLimits = { timeoutMs: 20_000, maxResidentMb: 1024 };
/** A child takes up to a gigabyte and a whole core; more at once would only slow each other down. */
const MAX_CHILDREN = 2;

/** Looks at pictures from outside, each in a child process that a hostile file may kill. */
@Injectable()
export class DocumentAnalysisService {
  private readonly slots = new TaskSlots(MAX_CHILDREN);

  /**
   * Whether an upload is a whole JPEG, PNG, WebP or HEIC picture that is large enough to read, and its size.
   * Throws ChildTaskError when the picture killed its reader.
   */
  inspectImage(image: Buffer, limits: ChildTaskLimits = INSPECTION_LIMITS): Promise<ImageInspection> {
    return this.run({ kind: 'inspect', image }, limits);
  }

  /**
   * Reads a document from its picture. `today`: YYYY-MM-DD in UTC, to resolve two-digit years.
   * Throws ChildTaskError when the picture killed its reader, or `signal` stopped it.
   */
  analyzeDocument(
    image: Buffer,
    { today }: { today: string },
    signal?: AbortSignal,
    limits: ChildTaskLimits = ANALYSIS_LIMITS,
  ): Promise<DocumentFindings> {
    return this.run({ kind: 'analyze', image, today }, limits, signal);
  }

  private run<Output>(task: AnalysisTask, limits: ChildTaskLimits, signal?: AbortSignal): Promise<Output> {
    return this.slots.run(() =>
      runChildTask<AnalysisTask, Output>({ entry: ENTRY, ...limits }, task, signal),
    );
  }
}
