import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { rereadPage } from './analysis/reread-page.js';

// A child handles one image at a time, so threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(rereadPage);
