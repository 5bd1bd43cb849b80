import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { archivedLevel, type ExpectedArchive } from './archived-level.js';

export interface ArchivedTask {
  sealed: Uint8Array;
  archived: Uint8Array;
  expected: ExpectedArchive;
}

serveChildTask(({ sealed, archived, expected }: ArchivedTask) =>
  archivedLevel(Buffer.from(sealed), Buffer.from(archived), expected),
);
