import sharp from 'sharp';
import { serveChildTask } from '../platform/child-process/serve-child-task.js';
import { encodeLogo } from './logos/encode-logo.js';
import { type LogoTask } from './logos/logo-task.js';

// A child handles one picture at a time, so threads and caches would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

serveChildTask(async ({ image }: LogoTask) => encodeLogo(Buffer.from(image)));
