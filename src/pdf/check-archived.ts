import { type SealLevel } from '../pdf-signatures/seal-level.js';
import { archivedLevel, type ExpectedArchive } from './archived-level.js';

export interface ArchivedTask {
  sealed: Uint8Array;
  archived: Uint8Array;
  expected: ExpectedArchive;
}

/** The level that the archived file bears out; null where it is not right. */
export function checkArchived({ sealed, archived, expected }: ArchivedTask): Promise<SealLevel | null> {
  return archivedLevel(Buffer.from(sealed), Buffer.from(archived), expected);
}
