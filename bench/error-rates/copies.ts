import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderPassport } from '../../scripts/mrz/render-passport.js';
import { tintedCopy, TINTS } from '../../scripts/mrz/tinted-copy.js';
import { MIN_PAGE_COLOURS } from '../../src/identity-documents/engines/quality/quality.engine.js';
import { readMrzFromImage } from '../../test/support/mrz-image.js';
import { pageColoursOf } from '../../test/support/page-colours.js';
import { interval95 } from '../support/interval.js';
import { photo } from '../support/photo-conditions.js';
import { FIRST_SEED } from './pages.js';
import { type RealPicture } from './real-pictures.js';

export const COPY_COLUMNS = [
  'pages with a zone below them',
  'pictures',
  'in doubt as a copy',
  '95 % interval',
  'colours',
];

/** Pages in colour, and tinted copies of them, drawn and real. */
export async function copyRates(drawn: number, real: readonly RealPicture[]): Promise<string[][]> {
  const pages: Buffer[] = [];
  for (let number = 0; number < drawn; number++) pages.push(await draw(FIRST_SEED + 500_000 + number));
  return [
    ...(await rowsOf('drawn', pages)),
    ...(await rowsOf(
      'real',
      real.map(({ bytes }) => bytes),
    )),
  ];
}

function draw(seed: number): Promise<Buffer> {
  const random = new Random(seed);
  return renderPassport(randomPerson(random), photo(random), seed);
}

async function rowsOf(kind: string, pages: readonly Buffer[]): Promise<string[][]> {
  const genuine: number[] = [];
  const copies = new Map(Object.keys(TINTS).map((tint) => [tint, [] as number[]]));
  for (const page of pages) {
    const mrz = await readMrzFromImage(page);
    if (!mrz || mrz.format === 'TD1') continue;
    const colours = await pageColoursOf(page, mrz);
    if (colours === null) continue;
    genuine.push(colours);
    for (const [tint, measured] of copies)
      measured.push((await pageColoursOf(await tintedCopy(page, TINTS[tint]!), mrz))!);
  }
  return [
    rowOf(`${kind}: genuine`, genuine),
    rowOf(`${kind}: copies`, [...copies.values()].flat()),
    ...[...copies].map(([tint, measured]) => rowOf(`${kind}: ${tint}`, measured)),
  ];
}

function rowOf(kind: string, colours: readonly number[]): string[] {
  const doubtful = colours.filter((each) => each < MIN_PAGE_COLOURS).length;
  const range =
    colours.length > 0 ? `${Math.min(...colours).toFixed(1)} to ${Math.max(...colours).toFixed(1)}` : '–';
  return [kind, `${colours.length}`, `${doubtful}`, interval95(doubtful, colours.length), range];
}
