export { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
export const WORKER_FILE: string;
export const LANGUAGES: string;
