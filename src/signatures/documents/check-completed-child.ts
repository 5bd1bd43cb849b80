import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { type ExpectedDocument, isSoundSeal } from './is-sound-seal.js';

export interface CompletedTask {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expected: ExpectedDocument;
}

serveChildTask(({ original, completed, expected }: CompletedTask) =>
  isSoundSeal(Buffer.from(original), Buffer.from(completed), expected),
);
