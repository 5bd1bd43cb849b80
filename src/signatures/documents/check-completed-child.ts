import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { isSoundSeal } from './is-sound-seal.js';

export interface CompletedTask {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expectedPages: number;
  /** DER of the certificate that must have sealed it. */
  sealedBy: Uint8Array;
}

serveChildTask(({ original, completed, expectedPages, sealedBy }: CompletedTask) =>
  isSoundSeal(Buffer.from(original), Buffer.from(completed), expectedPages, Buffer.from(sealedBy)),
);
