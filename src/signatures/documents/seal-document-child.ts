import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { sealDocument, type SealDetails } from './seal-document.js';
import { type StampDetails } from './signature-stamp.js';

export interface SealTask {
  pdf: Uint8Array;
  stamps: StampDetails;
  seal: SealDetails;
}

// The key stays with the parent: it is asked to sign a digest.
serveChildTask(({ pdf, stamps, seal }: SealTask, ask) =>
  sealDocument(pdf, stamps, seal, async (contentSha256) =>
    Buffer.from((await ask(contentSha256)) as Uint8Array),
  ),
);
