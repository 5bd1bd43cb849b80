import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';
import { join } from 'node:path';

export { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
export * as tf from '@tensorflow/tfjs-core';
export * as faceApi from '@vladmandic/face-api';

/** The folder with the networks' weights and the WebAssembly backend, ending in a slash. */
export const FACE_API_FILES = join(import.meta.dirname, '/');
