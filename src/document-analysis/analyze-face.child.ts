import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { type FaceTask } from './document-analysis.service.js';
import { observeCameraFrame, readDocumentPortrait } from './face-analyzer.js';

// One picture at a time: threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async ({ kind, engine, image }: FaceTask) => {
  const bytes = Buffer.from(image);
  return kind === 'portrait' ? readDocumentPortrait(bytes, engine) : observeCameraFrame(bytes, engine);
});
