import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { type DocumentTask } from './analysis/analysis-task.js';
import { analyzeDocument, inspectImage } from './analysis/document-analyzer.js';
import { type DocumentFindings, type ImageInspection } from './document-findings.js';

// A child handles one image at a time, so threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async (task: DocumentTask): Promise<ImageInspection | DocumentFindings> => {
  const bytes = Buffer.from(task.image);
  return task.kind === 'inspect' ? inspectImage(bytes) : analyzeDocument(bytes, task);
});
