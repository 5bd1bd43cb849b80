import {
  LEAKY_SLOPE,
  softmax,
  type StoredLayer,
} from '../../src/identity-documents/engines/mrz/glyph-classifier.js';
import { type Random } from './random.js';

/** Adam's usual constants (Kingma and Ba, 2015). */
const MOMENTUM = 0.9;
const VARIANCE_MOMENTUM = 0.999;
const EPSILON = 1e-8;

/** Trainable values with their gradient and Adam's running moments. */
class Parameters {
  readonly gradient: Float32Array;
  private readonly mean: Float32Array;
  private readonly variance: Float32Array;

  constructor(readonly values: Float32Array) {
    this.gradient = new Float32Array(values.length);
    this.mean = new Float32Array(values.length);
    this.variance = new Float32Array(values.length);
  }

  step(rate: number, batch: number, time: number): void {
    const { values, gradient, mean, variance } = this;
    const meanBias = 1 - MOMENTUM ** time;
    const varianceBias = 1 - VARIANCE_MOMENTUM ** time;
    for (let at = 0; at < values.length; at++) {
      const slope = gradient[at]! / batch;
      mean[at] = MOMENTUM * mean[at]! + (1 - MOMENTUM) * slope;
      variance[at] = VARIANCE_MOMENTUM * variance[at]! + (1 - VARIANCE_MOMENTUM) * slope * slope;
      values[at]! -= (rate * (mean[at]! / meanBias)) / (Math.sqrt(variance[at]! / varianceBias) + EPSILON);
      gradient[at] = 0;
    }
  }
}

interface TrainedLayer {
  inputs: number;
  outputs: number;
  weights: Parameters;
  biases: Parameters;
}

/** The classifier during training: leaky ReLU layers, softmax and cross-entropy. */
export class Perceptron {
  private readonly layers: TrainedLayer[];
  private time = 0;

  constructor(sizes: readonly number[], random: Random) {
    this.layers = sizes.slice(1).map((outputs, index) => {
      const inputs = sizes[index]!;
      const deviation = Math.sqrt(2 / inputs);
      const weights = Float32Array.from({ length: inputs * outputs }, () => deviation * random.gaussian());
      return {
        inputs,
        outputs,
        weights: new Parameters(weights),
        biases: new Parameters(new Float32Array(outputs)),
      };
    });
  }

  /** Adds a sample's gradient and returns its loss. */
  learn(patch: Float32Array, label: number): number {
    const values = [patch];
    this.layers.forEach((layer, index) =>
      values.push(this.forward(layer, values[index]!, this.isLast(index))),
    );
    const probabilities = softmax(values.at(-1)!);
    const loss = -Math.log(Math.max(1e-9, probabilities[label]!));
    probabilities[label]! -= 1;
    let slope: Float32Array = probabilities;
    for (let index = this.layers.length - 1; index >= 0; index--) {
      slope = this.backward(this.layers[index]!, values[index]!, slope, index > 0);
    }
    return loss;
  }

  step(rate: number, batch: number): void {
    this.time++;
    for (const { weights, biases } of this.layers) {
      weights.step(rate, batch, this.time);
      biases.step(rate, batch, this.time);
    }
  }

  /** Quantizes to the format of weights.json, one byte per weight. */
  store(): StoredLayer[] {
    return this.layers.map(({ inputs, outputs, weights, biases }) => {
      const scales = new Float32Array(outputs);
      const bytes = new Int8Array(inputs * outputs);
      for (let output = 0; output < outputs; output++) {
        const row = weights.values.subarray(output * inputs, (output + 1) * inputs);
        const scale = row.reduce((max, weight) => Math.max(max, Math.abs(weight)), 1e-9) / 127;
        scales[output] = scale;
        row.forEach((weight, input) => (bytes[output * inputs + input] = Math.round(weight / scale)));
      }
      return {
        inputs,
        outputs,
        weights: base64(bytes),
        scales: base64(scales),
        biases: base64(biases.values),
      };
    });
  }

  private isLast(index: number): boolean {
    return index === this.layers.length - 1;
  }

  private forward(layer: TrainedLayer, values: Float32Array, isLast: boolean): Float32Array {
    const { inputs, outputs } = layer;
    const weights = layer.weights.values;
    const result = new Float32Array(outputs);
    for (let output = 0; output < outputs; output++) {
      let sum = layer.biases.values[output]!;
      const row = output * inputs;
      for (let input = 0; input < inputs; input++) sum += weights[row + input]! * values[input]!;
      result[output] = isLast || sum > 0 ? sum : LEAKY_SLOPE * sum;
    }
    return result;
  }

  /**
   * Computes a layer's gradients and returns the slope at its inputs, the activations of the layer before.
   */
  private backward(
    layer: TrainedLayer,
    values: Float32Array,
    slope: Float32Array,
    passOn: boolean,
  ): Float32Array {
    const { inputs, outputs } = layer;
    const weights = layer.weights.values;
    const gradient = layer.weights.gradient;
    const below = new Float32Array(passOn ? inputs : 0);
    for (let output = 0; output < outputs; output++) {
      const error = slope[output]!;
      layer.biases.gradient[output]! += error;
      const row = output * inputs;
      for (let input = 0; input < inputs; input++) gradient[row + input]! += error * values[input]!;
      if (passOn) for (let input = 0; input < inputs; input++) below[input]! += error * weights[row + input]!;
    }
    for (let input = 0; input < below.length; input++) if (values[input]! < 0) below[input]! *= LEAKY_SLOPE;
    return below;
  }
}

function base64(numbers: Int8Array | Float32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}
