import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { type FaceTask } from './analysis/analysis-task.js';
import { observeCameraFrame, readDocumentPortrait } from './analysis/face-analyzer.js';

// A child handles one image at a time, so threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async (task: FaceTask) => {
  const bytes = Buffer.from(task.image);
  return task.kind === 'portrait' ? readDocumentPortrait(bytes, task.place) : observeCameraFrame(bytes);
});
