import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MRZ_ALPHABET } from '../../src/identity-documents/engines/mrz/check-digit.js';
import { CLASS_COUNT, GlyphClassifier } from '../../src/identity-documents/engines/mrz/glyph-classifier.js';
import { PATCH_HEIGHT, PATCH_WIDTH } from '../../src/identity-documents/engines/mrz/glyph-patch.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { renderShapes, type ShapeSet } from './glyph-shapes.js';
import { Perceptron } from './perceptron.js';
import { Random } from './random.js';
import { renderSample } from './training-samples.js';

const SIZES = [PATCH_WIDTH * PATCH_HEIGHT, 160, 80, CLASS_COUNT];
const BATCH = 64;
const STEPS = Number(process.argv[2] ?? 7000);
const HIGHEST_RATE = 0.0015;
const TEST_SAMPLES = 8000;
const WEIGHTS_FILE = join(PROJECT_ROOT, 'src/identity-documents/engines/mrz/weights.json');

/** Trains the classifier on rendered samples, each used once; seeded, so every run gives the same weights. */
function train(shapes: ShapeSet): Perceptron {
  const random = new Random(20240501);
  const network = new Perceptron(SIZES, random);
  let average = Math.log(CLASS_COUNT);
  for (let step = 1; step <= STEPS; step++) {
    let loss = 0;
    for (let sample = 0; sample < BATCH; sample++) {
      const { patch, label } = renderSample(shapes, random);
      loss += network.learn(patch, label);
    }
    const progress = step / STEPS;
    network.step(
      HIGHEST_RATE * Math.min(1, step / 200) * (0.5 + 0.5 * Math.cos(Math.PI * progress)) + 1e-5,
      BATCH,
    );
    average = 0.99 * average + 0.01 * (loss / BATCH);
    if (step % 500 === 0) console.log(`step ${step} of ${STEPS}: loss ${average.toFixed(4)}`);
  }
  return network;
}

/** Accuracy of the stored classifier on fresh samples, and its most frequent confusions. */
function test(classifier: GlyphClassifier, shapes: ShapeSet): void {
  const random = new Random(77);
  const confusions = new Map<string, number>();
  let right = 0;
  for (let sample = 0; sample < TEST_SAMPLES; sample++) {
    const { patch, label } = renderSample(shapes, random);
    const scores = classifier.classify(patch);
    const best = scores.indexOf(scores.reduce((max, score) => Math.max(max, score)));
    if (best === label) right++;
    else {
      const pair = `${MRZ_ALPHABET[label] ?? '?'}→${MRZ_ALPHABET[best] ?? '?'}`;
      confusions.set(pair, (confusions.get(pair) ?? 0) + 1);
    }
  }
  const worst = [...confusions].sort((a, b) => b[1] - a[1]).slice(0, 12);
  console.log(`${((100 * right) / TEST_SAMPLES).toFixed(2)} % of ${TEST_SAMPLES} samples right`);
  console.log('most confused:', worst.map(([pair, count]) => `${pair} ${count}`).join(', '));
}

const shapes = await renderShapes();
const stored = train(shapes).store();
writeFileSync(WEIGHTS_FILE, JSON.stringify(stored) + '\n');
test(new GlyphClassifier(stored), shapes);
