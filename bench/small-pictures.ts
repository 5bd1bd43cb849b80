import sharp from 'sharp';
import { encodeMrz, type MrzFormatName } from '../scripts/mrz/encode-mrz.js';
import { Random } from '../scripts/mrz/random.js';
import { randomPerson } from '../scripts/mrz/random-person.js';
import { renderCard } from '../scripts/mrz/render-card.js';
import { renderPassport } from '../scripts/mrz/render-passport.js';
import { MRZ_IMAGE_SIDE, readMrz } from '../src/identity-documents/engines/mrz/mrz.engine.js';
import { type MrzReading } from '../src/identity-documents/engines/mrz/mrz-reading.js';
import { realPictures } from './error-rates/real-pictures.js';
import { interval95 } from './support/interval.js';
import { count, printMachine, printTable } from './support/report.js';

// How small a picture can be for its MRZ to be read: documents of every format are scaled down to a given character
// width in pixels, and compressed again. COUNTERSIGN_SPECIMENS can name folders of pictures of real documents (see
// error-rates/real-pictures.ts); those accepted at full size are scaled down the same way.

const DOCUMENTS = count('Documents per format', 6, 1);
const FORMATS: MrzFormatName[] = ['TD3', 'TD1', 'TD2', 'MRVA', 'MRVB'];
/** Widths of a character and its gap, in pixels of the picture. */
const PITCHES = [10, 8, 7, 6, 5.5, 5, 4.5, 4, 3.5, 3, 2.5];
const SEED = 3_000_000;
const TODAY = '2026-01-01';

interface Original {
  image: Buffer;
  width: number;
  height: number;
  lines: readonly string[];
  /** Width of a character and its gap, in pixels of the original. */
  pitch: number;
}

async function read(image: Buffer): Promise<MrzReading | null> {
  const { data, info } = await sharp(image)
    .autoOrient()
    .greyscale()
    .resize({ width: MRZ_IMAGE_SIDE, height: MRZ_IMAGE_SIDE, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return readMrz({ pixels: data, width: info.width, height: info.height }, TODAY);
}

/** Null for a picture not accepted at full size. */
async function toOriginal(image: Buffer, lines: readonly string[] | null): Promise<Original | null> {
  const { width, height } = (await sharp(image).metadata()).autoOrient;
  const reading = await read(image);
  if (!reading?.accepted) return null;
  const [first, second] = [reading.box[0]!, reading.box[1]!];
  const length = Math.hypot((second.x - first.x) * width, (second.y - first.y) * height);
  // The box has a margin of 0.8 characters at each end.
  const pitch = length / (reading.lines[0]!.length + 0.6);
  return { image, width, height, lines: lines ?? reading.lines, pitch };
}

async function drawn(): Promise<Original[]> {
  const originals: Original[] = [];
  for (const format of FORMATS)
    for (let at = 0; at < DOCUMENTS; at++) {
      const seed = SEED + at;
      const random = new Random(seed);
      const person = randomPerson(random);
      const lines = encodeMrz(format, person);
      const photo = { background: random.pick(['desk', 'dark', 'white'] as const), skew: 1, noise: 3 };
      const image =
        format === 'TD3'
          ? await renderPassport(person, photo, seed)
          : await renderCard(format, lines, photo, seed);
      const original = await toOriginal(image, lines);
      if (original) originals.push(original);
    }
  return originals;
}

async function real(): Promise<Original[]> {
  const originals = await Promise.all(realPictures().map(({ bytes }) => toOriginal(bytes, null)));
  return originals.filter((original) => original !== null);
}

async function measure(originals: readonly Original[], pitch: number): Promise<string[]> {
  const tally = { all: 0, right: 0, accepted: 0, wrong: 0 };
  const sides: number[] = [];
  for (const original of originals) {
    const scale = pitch / original.pitch;
    if (scale > 1) continue;
    const width = Math.round(original.width * scale);
    const image = await sharp(original.image).autoOrient().resize({ width }).jpeg({ quality: 85 }).toBuffer();
    const reading = await read(image);
    const isRight = reading?.lines.join() === original.lines.join();
    tally.all++;
    if (isRight) tally.right++;
    if (reading?.accepted) tally.accepted++;
    if (reading?.accepted && isRight) sides.push(Math.round(Math.max(width, original.height * scale)));
    if (reading?.accepted && !isRight) tally.wrong++;
  }
  const { all, right, accepted, wrong } = tally;
  const smallest = sides.length === 0 ? '–' : `${Math.min(...sides)} px`;
  return [
    `${pitch} px`,
    `${all}`,
    `${right}`,
    `${accepted}`,
    interval95(accepted, all),
    `${wrong}`,
    smallest,
  ];
}

printMachine();
for (const [name, originals] of [
  ['drawn documents', await drawn()],
  ['real documents', await real()],
] as const) {
  const rows: string[][] = [];
  for (const pitch of PITCHES) rows.push(await measure(originals, pitch));
  printTable(
    [
      `${name}, width of a character`,
      'documents',
      'read without error',
      'accepted',
      '95 % interval',
      'accepted but wrong',
      'smallest picture accepted',
    ],
    rows,
  );
  console.log('');
}
