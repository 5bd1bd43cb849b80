import { serveChildTask } from '../../platform/child-process/serve-child-task.js';
import { isCompletePdf } from './is-complete-pdf.js';

serveChildTask(({ pdf, expectedPages }: { pdf: Uint8Array; expectedPages: number }) =>
  isCompletePdf(pdf, expectedPages),
);
