export { InferenceSession, Tensor } from 'onnxruntime-node';

/** The folder with the models and characters of PP-OCRv4. */
export const MODELS = import.meta.dirname;
