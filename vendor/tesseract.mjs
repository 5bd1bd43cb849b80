import { join } from 'node:path';

export { createWorker, OEM, PSM } from 'tesseract.js';

/** The bundle of `tesseract-worker.mjs`. */
export const WORKER_FILE = join(import.meta.dirname, 'worker.cjs');
/** The folder with `eng.traineddata.gz`. */
export const LANGUAGES = import.meta.dirname;
