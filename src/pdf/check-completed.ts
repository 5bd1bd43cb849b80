import { type ExpectedDocument, isSoundSeal } from './is-sound-seal.js';

export interface CompletedTask {
  /** What the signers read. */
  original: Uint8Array;
  completed: Uint8Array;
  expected: ExpectedDocument;
}

/** Whether the completed file is what was read, with the expected signatures and nothing else. */
export function checkCompleted({ original, completed, expected }: CompletedTask): Promise<boolean> {
  return isSoundSeal(Buffer.from(original), Buffer.from(completed), expected);
}
