import { Injectable } from '@nestjs/common';
import {
  type AnswerChild,
  type ChildTaskLimits,
  runChildTask,
} from '../../platform/child-process/child-task.js';
import { TaskSlots } from '../../platform/child-process/task-slots.js';
import { DOCUMENT_TASK_LIMITS, MAX_DOCUMENT_TASKS } from './document-limits.js';

/** Runs what touches a document's bytes, in child processes that a hostile file may kill. */
@Injectable()
export class DocumentTasks {
  private readonly slots = new TaskSlots(MAX_DOCUMENT_TASKS);

  /** @param task name of the child's file without `-child`. Throws ChildTaskError, or what `answerChild` threw. */
  run<Input, Output>(
    task: string,
    input: Input,
    {
      limits = DOCUMENT_TASK_LIMITS,
      answerChild,
    }: { limits?: ChildTaskLimits; answerChild?: AnswerChild } = {},
  ): Promise<Output> {
    const entry = `signatures/documents/${task}-child`;
    // A child that waits for its parent does no work: others may run meanwhile.
    const answer: AnswerChild | undefined =
      answerChild && ((question) => this.slots.pauseFor(() => answerChild(question)));
    return this.slots.run(() => runChildTask<Input, Output>({ entry, ...limits }, input, undefined, answer));
  }
}

/** A child's bytes as a Buffer, without a copy. */
export const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
