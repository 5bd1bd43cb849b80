export { InferenceSession, Tensor } from 'onnxruntime-node';
export const MODELS: string;
