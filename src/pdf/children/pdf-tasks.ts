import { type AnswerChild, type ChildTaskLimits } from '../../platform/child-process/child-task.js';
import { type ChildRights } from '../../platform/child-process/permission-model.js';
import { type NamedTask } from '../../platform/child-process/serve-child-task.js';
import { type TaskOwner, TaskSlots } from '../../platform/child-process/task-slots.js';
import { WorkerPool } from '../../platform/child-process/worker-pool.js';
import { DOCUMENT_SLOTS, DOCUMENT_TASK_LIMITS, MAX_KEPT_MB } from '../document-limits.js';
import { READING_TASKS } from './reading-tasks.js';
import { TASK_ANSWERS } from './task-answers.js';
import { type WRITING_TASKS } from './writing-tasks.js';

type Tasks = typeof READING_TASKS & typeof WRITING_TASKS;
type Work<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;
type Input<Name extends keyof Tasks> = Parameters<Work<Name>>[0];

/** Tasks that complete signed documents. */
const SEALING: ReadonlySet<keyof Tasks> = new Set([
  'sign-document',
  'verify-completed',
  'archive-document',
  'verify-archived',
  'typeset-certificate',
]);
/** Tasks during which a person is waiting for a page to load. */
const URGENT: ReadonlySet<keyof Tasks> = new Set([
  'extract-text',
  'clean-signature',
  'clean-picture',
  'measure-entries',
  'draw-entries',
]);

/**
 * Runs everything that touches a document's bytes in warm child processes, which a hostile file may kill. Reading and
 * writing use separate processes, so that no process verifies its own output.
 */
export class PdfTasks {
  private readonly slots = new TaskSlots(DOCUMENT_SLOTS);
  private readonly reading: WorkerPool<NamedTask, unknown>;
  private readonly writing: WorkerPool<NamedTask, unknown>;

  /** @param fontFolders folders with system fonts, readable by children that draw text */
  constructor(fontFolders: readonly string[] = []) {
    // This one decodes pictures, with sharp.
    this.reading = this.pool('reading', { addons: true, files: fontFolders });
    this.writing = this.pool('writing', { files: fontFolders });
  }

  /**
   * Waits for a free slot.
   * @param input may be read only then, so that a waiting task holds no bytes in memory
   * @throws ChildTaskError, whatever `input` or `answerChild` threw, or as `TaskSlots.run` does
   */
  async run<Name extends keyof Tasks>(
    task: Name,
    input: Input<Name> | (() => Promise<Input<Name>>),
    owner: TaskOwner,
    {
      limits = DOCUMENT_TASK_LIMITS,
      answerChild,
    }: { limits?: ChildTaskLimits; answerChild?: AnswerChild } = {},
  ): Promise<Awaited<ReturnType<Work<Name>>>> {
    const pool = task in READING_TASKS ? this.reading : this.writing;
    const read = async () => ({ task, input: typeof input === 'function' ? await input() : input });
    const options = { answerChild, isReserved: SEALING.has(task), isUrgent: URGENT.has(task) };
    return (await pool.run(read, limits, owner, options)) as Awaited<ReturnType<Work<Name>>>;
  }

  /** Ends all processes, including busy ones. */
  close(): void {
    this.reading.close();
    this.writing.close();
  }

  private pool(kind: string, rights: ChildRights): WorkerPool<NamedTask, unknown> {
    return new WorkerPool(`pdf/children/${kind}.child`, this.slots, {
      isAnswer: (answer, { task }) => TASK_ANSWERS[task as keyof Tasks](answer),
      maxKeptMb: MAX_KEPT_MB,
      rights,
    });
  }
}

/** A child's bytes as a Buffer, without copying them. */
export const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
