import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { type FaceTask } from './document-analysis.service.js';
import { observeCameraFrame, readDocumentPortrait } from './face-analyzer.js';

// One picture at a time: threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async (task: FaceTask) => {
  const bytes = Buffer.from(task.image);
  return task.kind === 'portrait'
    ? readDocumentPortrait(bytes, task.place, task.engine)
    : observeCameraFrame(bytes, task.engine);
});
