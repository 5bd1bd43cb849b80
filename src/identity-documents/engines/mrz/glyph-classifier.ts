import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MRZ_ALPHABET } from './check-digit.js';

/** One output for each character and a last one for 'not a character'. */
export const CLASS_COUNT = MRZ_ALPHABET.length + 1;
export const REJECT_CLASS = MRZ_ALPHABET.length;

/** Slope of the leaky ReLU below zero. */
export const LEAKY_SLOPE = 0.01;

/**
 * A layer in weights.json, base64 of little-endian numbers. A weight is its int8 times its output's scale.
 */
export interface StoredLayer {
  inputs: number;
  outputs: number;
  /** int8, outputs × inputs. */
  weights: string;
  /** float32, one per output. */
  scales: string;
  /** float32, one per output. */
  biases: string;
}

interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
}

/** A multilayer perceptron for the 37 characters of OCR-B, trained by scripts/mrz/train.ts. */
export class GlyphClassifier {
  private readonly layers: Layer[];

  constructor(stored: readonly StoredLayer[]) {
    this.layers = stored.map(unpackLayer);
  }

  /** Probabilities of the characters of MRZ_ALPHABET and then of REJECT_CLASS; they add up to 1. */
  classify(patch: Float32Array): Float32Array {
    let values = patch;
    this.layers.forEach((layer, index) => {
      const isLast = index === this.layers.length - 1;
      values = applyLayer(layer, values, isLast ? 1 : LEAKY_SLOPE);
    });
    return softmax(values);
  }
}

let shared: GlyphClassifier | undefined;

/** The trained classifier; loads its weights on the first call. */
export function trainedClassifier(): GlyphClassifier {
  shared ??= new GlyphClassifier(
    JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as StoredLayer[],
  );
  return shared;
}

function unpackLayer({ inputs, outputs, weights, scales, biases }: StoredLayer): Layer {
  const quantized = new Int8Array(decodeBase64(weights));
  const scale = new Float32Array(decodeBase64(scales));
  const unpacked = new Float32Array(inputs * outputs);
  for (let output = 0, at = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++, at++) unpacked[at] = quantized[at]! * scale[output]!;
  }
  return { inputs, outputs, weights: unpacked, biases: new Float32Array(decodeBase64(biases)) };
}

/** Copies the bytes, because small Buffers share a pool at offsets that float32 does not allow. */
function decodeBase64(base64: string): ArrayBuffer {
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
  const exponentials = values.map((value) => Math.exp(value - highest));
  const total = exponentials.reduce((sum, value) => sum + value, 0);
  return exponentials.map((value) => value / total);
}
