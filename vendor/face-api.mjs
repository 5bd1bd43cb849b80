import { join } from 'node:path';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';

export * as faceApi from '@vladmandic/face-api';
export * as tf from '@tensorflow/tfjs-core';
export { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';

/** The folder with the networks' weights and the WebAssembly backend, ending in a slash. */
export const FACE_API_FILES = join(import.meta.dirname, '/');
