import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MRZ_ALPHABET } from './check-digit.js';

/** One output for each character, and a last one for 'none of them'. */
export const CLASS_COUNT = MRZ_ALPHABET.length + 1;
export const NO_CHARACTER = MRZ_ALPHABET.length;

/** Slope of the activation (leaky ReLU) below zero. */
export const LEAK = 0.01;

/** A layer as weights.json stores it: base64 of little-endian numbers; weight = int8 · scale of its output. */
export interface StoredLayer {
  inputs: number;
  outputs: number;
  /** int8, outputs × inputs. */
  weights: string;
  /** float32, one an output. */
  scales: string;
  /** float32, one an output. */
  biases: string;
}

interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
}

/** A small perceptron that tells the 37 characters of OCR-B apart; trained by scripts/mrz/train.ts. */
export class GlyphClassifier {
  private readonly layers: Layer[];

  constructor(stored: readonly StoredLayer[]) {
    this.layers = stored.map(unpackLayer);
  }

  /** Probability of each character of MRZ_ALPHABET, then of NO_CHARACTER; their sum is 1. */
  classify(patch: Float32Array): Float32Array {
    let values = patch;
    this.layers.forEach((layer, index) => {
      const isLast = index === this.layers.length - 1;
      values = applyLayer(layer, values, isLast ? 1 : LEAK);
    });
    return softmax(values);
  }
}

let shared: GlyphClassifier | undefined;

/** The trained classifier; its weights are read from disk at the first call. */
export function trainedClassifier(): GlyphClassifier {
  shared ??= new GlyphClassifier(
    JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as StoredLayer[],
  );
  return shared;
}

function unpackLayer({ inputs, outputs, weights, scales, biases }: StoredLayer): Layer {
  const quantized = new Int8Array(bytesOf(weights));
  const scale = new Float32Array(bytesOf(scales));
  const unpacked = new Float32Array(inputs * outputs);
  for (let output = 0, at = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++, at++) unpacked[at] = quantized[at]! * scale[output]!;
  }
  return { inputs, outputs, weights: unpacked, biases: new Float32Array(bytesOf(biases)) };
}

/** A copy with a buffer of its own: Node's small Buffers share one, at offsets that floats may not start at. */
function bytesOf(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, 'base64')).buffer;
}

function applyLayer(
  { inputs, outputs, weights, biases }: Layer,
  values: Float32Array,
  leak: number,
): Float32Array {
  const result = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    let sum = biases[output]!;
    const row = output * inputs;
    for (let input = 0; input < inputs; input++) sum += weights[row + input]! * values[input]!;
    result[output] = sum > 0 ? sum : leak * sum;
  }
  return result;
}

export function softmax(values: Float32Array): Float32Array {
  const highest = values.reduce((max, value) => Math.max(max, value), -Infinity);
  const raised = values.map((value) => Math.exp(value - highest));
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}
