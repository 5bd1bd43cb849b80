import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { createWorker, OEM, PSM } from 'tesseract.js';
import { encodeMrz, type MrzFormatName } from '../scripts/mrz/encode-mrz.js';
import { Random } from '../scripts/mrz/random.js';
import { randomPerson } from '../scripts/mrz/random-person.js';
import { renderCard } from '../scripts/mrz/render-card.js';
import { type PhotoOptions, renderPassport } from '../scripts/mrz/render-passport.js';
import { type GreyImage } from '../src/identity-documents/engines/imaging/grey-image.js';
import {
  MRZ_IMAGE_SIDE,
  readMrz,
  readSmallMrz,
  SMALL_MRZ_IMAGE_SIDE,
} from '../src/identity-documents/engines/mrz/mrz.engine.js';
import { type MrzReading } from '../src/identity-documents/engines/mrz/mrz-reading.js';
import { median } from './support/median.js';
import { CLEAN, type Conditions, DAMAGED, photo } from './support/photo-conditions.js';
import { count, printMachine, printTable } from './support/report.js';

// How many MRZs of rendered documents are read without error, by format and kind of damage; how many wrong readings
// are accepted; and the speed compared with tesseract on the same strips. People and photos come from seeds never
// used in training (which renders single characters from its own seed).

const DOCUMENTS = count('Documents per condition', 105, 10);
const ALTERED = count('Altered documents, and documents without an MRZ', 200, 20);
const STRIPS = count('Strips read by both readers', 40, 5);
const HELD_OUT = 1_000_000;
const TODAY = '2026-01-01';
const FORMATS: MrzFormatName[] = ['TD3', 'TD1', 'TD2', 'MRVA', 'MRVB'];

interface Drawn {
  lines: readonly string[];
  image: Buffer;
}

interface Tally {
  read: number;
  right: number;
  accepted: number;
  wrongAccepted: number;
}

const times: number[] = [];

async function draw(
  format: MrzFormatName,
  lines: readonly string[],
  options: PhotoOptions,
  seed: number,
): Promise<Drawn> {
  const person = randomPerson(new Random(HELD_OUT + seed));
  const image =
    format === 'TD3'
      ? await renderPassport({ ...person, mrzLines: lines }, options, seed)
      : await renderCard(format, lines, options, seed);
  return { lines, image };
}

async function toGreyImage(image: Buffer, side = MRZ_IMAGE_SIDE): Promise<GreyImage> {
  const { data, info } = await sharp(image)
    .greyscale()
    .resize({ width: side, height: side, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

async function read(image: Buffer): Promise<MrzReading | null> {
  const picture = await toGreyImage(image);
  const started = performance.now();
  const reading = readMrz(picture, TODAY);
  times.push(performance.now() - started);
  return reading ?? readSmallMrz(await toGreyImage(image, SMALL_MRZ_IMAGE_SIDE), TODAY);
}

function tally(into: Tally, reading: MrzReading | null, lines: readonly string[]): void {
  const isRight = reading?.lines.join() === lines.join();
  into.read++;
  if (isRight) into.right++;
  if (reading?.accepted) into.accepted++;
  if (reading?.accepted && !isRight) into.wrongAccepted++;
}

const row = (name: string, { read: all, right, accepted, wrongAccepted }: Tally): string[] => [
  name,
  `${all}`,
  `${right} (${((100 * right) / all).toFixed(1)} %)`,
  `${accepted}`,
  `${wrongAccepted}`,
];
const empty = (): Tally => ({ read: 0, right: 0, accepted: 0, wrongAccepted: 0 });

async function measureGenuine(conditions: Conditions, offset: number): Promise<[string, Tally][]> {
  const results: [string, Tally][] = [];
  for (const [index, [name, condition]] of Object.entries(conditions).entries()) {
    const result = empty();
    for (let at = 0; at < DOCUMENTS; at++) {
      const seed = HELD_OUT + offset + index * 10_000 + at;
      const random = new Random(seed);
      const format = FORMATS[at % FORMATS.length]!;
      const lines = encodeMrz(format, randomPerson(random));
      const { image } = await draw(format, lines, condition(random), seed);
      tally(result, await read(image), lines);
    }
    results.push([name, result]);
  }
  return results;
}

/** One digit of the birth date is changed; the check digits stay. */
async function measureAltered(): Promise<[string, Tally][]> {
  const altered = empty();
  for (let at = 0; at < ALTERED; at++) {
    const seed = HELD_OUT + 900_000 + at;
    const random = new Random(seed);
    const format = FORMATS[at % FORMATS.length]!;
    const person = { ...randomPerson(random), birthDate: '1985-06-07' };
    const digit = String(1 + random.below(8));
    const lines = encodeMrz(format, person).map((line) =>
      line.replace('850607', `85060${digit === '7' ? '9' : digit}`),
    );
    const { image } = await draw(format, lines, photo(random), seed);
    tally(altered, await read(image), lines);
  }
  const without = empty();
  for (let at = 0; at < ALTERED / 4; at++) {
    const random = new Random(HELD_OUT + 950_000 + at);
    const image = await renderPassport({ ...randomPerson(random), withoutMrz: true }, photo(random), at);
    tally(without, await read(image), []);
  }
  return [
    ['one digit changed, check digits kept', altered],
    ['pages without an MRZ', without],
  ];
}

/** Both readers on the same straight strips; ours must also find the lines in them. */
async function compareReaders(): Promise<string[][]> {
  const require = createRequire(import.meta.url);
  const langPath = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
  const general = await createWorker('eng', OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: 'none' });
  await general.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
  });
  const spent: { ours: number[]; general: number[] } = { ours: [], general: [] };
  const right = { ours: 0, general: 0 };
  for (let at = 0; at < STRIPS; at++) {
    const random = new Random(HELD_OUT + 980_000 + at);
    const lines = encodeMrz('TD3', randomPerson(random));
    const page = sharp(
      await renderPassport({ ...randomPerson(random), mrzLines: lines }, { pageWidth: 1600 }, at),
    );
    const { width = 0, height = 0 } = await page.metadata();
    const top = Math.round(height * 0.75);
    const strip = await page
      .extract({ left: 0, top, width, height: height - top })
      .png()
      .toBuffer();
    const picture = await toGreyImage(strip);
    let started = performance.now();
    const reading = readMrz(picture, TODAY);
    spent.ours.push(performance.now() - started);
    started = performance.now();
    const { data } = await general.recognize(strip);
    spent.general.push(performance.now() - started);
    if (reading?.lines.join() === lines.join()) right.ours++;
    if (
      data.text
        .replace(/[^A-Z0-9<\n]/g, '')
        .trim()
        .split(/\n+/)
        .join() === lines.join()
    )
      right.general++;
  }
  await general.terminate();
  const [ours, theirs] = [median(spent.ours), median(spent.general)];
  return [
    ['ours', `${right.ours} of ${STRIPS}`, `${ours.toFixed(0)} ms`, '1'],
    ['tesseract.js', `${right.general} of ${STRIPS}`, `${theirs.toFixed(0)} ms`, (theirs / ours).toFixed(1)],
  ];
}

printMachine();
const head = [
  'rendered documents, all formats',
  'documents',
  'read without error',
  'accepted',
  'accepted but wrong',
];
const clean = await measureGenuine(CLEAN, 0);
const damaged = await measureGenuine(DAMAGED, 200_000);
printTable(
  head,
  [...clean, ...damaged, ...(await measureAltered())].map(([name, result]) => row(name, result)),
);
console.log(
  `\n${times.length} images of ${MRZ_IMAGE_SIDE} pixels, median ${median(times).toFixed(0)} ms each\n`,
);
printTable(['strips of passports', 'read without error', 'median', 'relative'], await compareReaders());
