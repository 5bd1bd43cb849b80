import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { type PictureTask } from './rendering/picture-task.js';
import { renderPicture } from './rendering/render-picture.js';

// A child handles one picture at a time, so threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async ({ image, ...view }: PictureTask) => renderPicture(Buffer.from(image), view));
