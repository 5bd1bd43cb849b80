import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { type StampDetails } from './signature-stamp.js';
import { stampSignatures } from './stamp-signatures.js';

serveChildTask(({ pdf, details }: { pdf: Uint8Array; details: StampDetails }) =>
  stampSignatures(pdf, details),
);
