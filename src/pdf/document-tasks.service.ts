import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type AnswerChild, type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type NamedTask } from '../platform/child-process/serve-child-task.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';
import { WorkerPool } from '../platform/child-process/worker-pool.js';
import { DOCUMENT_TASK_LIMITS, MAX_DOCUMENT_TASKS, MAX_KEPT_MB } from './document-limits.js';
import { READING_TASKS } from './reading-tasks.js';
import { type WRITING_TASKS } from './writing-tasks.js';

type Tasks = typeof READING_TASKS & typeof WRITING_TASKS;
type Work<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

/**
 * Runs what touches a document's bytes, in warm child processes that a hostile file may kill: some read, and others write, so
 * that what is written is never checked by its writer.
 */
@Injectable()
export class DocumentTasks implements OnApplicationShutdown {
  private readonly slots = new TaskSlots(MAX_DOCUMENT_TASKS);
  private readonly reading = this.pool('reading');
  private readonly writing = this.pool('writing');

  /** Waits for its turn. Throws ChildTaskError, or what `answerChild` threw. */
  async run<Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Work<Name>>[0],
    {
      limits = DOCUMENT_TASK_LIMITS,
      answerChild,
    }: { limits?: ChildTaskLimits; answerChild?: AnswerChild } = {},
  ): Promise<Awaited<ReturnType<Work<Name>>>> {
    const pool = task in READING_TASKS ? this.reading : this.writing;
    return (await pool.run({ task, input }, limits, { answerChild })) as Awaited<ReturnType<Work<Name>>>;
  }

  /** Ends the processes, also those at work. */
  onApplicationShutdown(): void {
    this.reading.close();
    this.writing.close();
  }

  private pool(kind: string): WorkerPool<NamedTask, unknown> {
    return new WorkerPool(`pdf/${kind}-child`, this.slots, { maxKeptMb: MAX_KEPT_MB });
  }
}

/** A child's bytes as a Buffer, without a copy. */
export const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
