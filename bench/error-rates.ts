import { sampleFaces } from '../scripts/liveness/sample-faces.js';
import { FaceApiEngine } from '../src/identity-documents/engines/face/face-api.engine.js';
import { closeTextReader } from '../src/identity-documents/engines/text/text.engine.js';
import { drawnCards } from './error-rates/cards.js';
import { COPY_COLUMNS, copyRates } from './error-rates/copies.js';
import { FACE_COLUMNS, faceRates } from './error-rates/faces.js';
import { FILM_COLUMNS, filmRates } from './error-rates/films.js';
import { drawnPassports, PRINT_COLUMNS } from './error-rates/print.js';
import { realPages } from './error-rates/real-pages.js';
import { realPictures } from './error-rates/real-pictures.js';
import { STRAIGHT_COLUMNS } from './error-rates/straight-through.js';
import { drawnZones, ZONE_COLUMNS } from './error-rates/zones.js';
import { leaveOneOut, TURN_COLUMNS } from './support/judged-turns.js';
import { count, printMachine, printTable } from './support/report.js';

/**
 * The error rates of docs/identity/error-rates.md, kind by kind, with Wilson's score intervals at 95 %. Drawn and
 * real material have separate rows. COUNTERSIGN_SPECIMENS may name folders of pictures of real documents (see
 * real-pictures.ts). `--part=<pages, copies, faces or films>` measures only one part, `--films=<number>` renders more
 * or fewer films of each kind.
 */
const ZONES = count('Zones for each kind of photo', 8, 1);
const PAGES = count('Documents of each kind', 12, 1);
const FILMS = Number(option('films') ?? count('Films of each kind', 12, 1));
const FACES = count('Faces', 8, 3);
const COPIED = count('Drawn pages that are copied', 12, 1);
const PARTS = { pages: measurePages, copies: measureCopies, faces: measureFaces, films: measureFilms };

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
}

const started = performance.now();
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
const section = (title: string) => console.log(`\n## ${title} (after ${minutes()} minutes)\n`);

async function measurePages(): Promise<void> {
  const pictures = realPictures();
  const real = await realPages(pictures);
  section('Zones');
  printTable(ZONE_COLUMNS, [...(await drawnZones(ZONES)), ...real.zones]);
  section('Print');
  const drawn = await drawnPassports(PAGES);
  printTable(PRINT_COLUMNS, [...drawn.print, ...real.print]);
  section('Straight through');
  printTable(STRAIGHT_COLUMNS, [...drawn.decisions, ...(await drawnCards(PAGES)), ...real.decisions]);
  console.log(
    pictures.length > 0
      ? `\nReal documents: ${pictures.map(({ name }) => name).join(', ')}`
      : '\nReal documents: skipped, because COUNTERSIGN_SPECIMENS names no folder with pictures of them',
  );
  await closeTextReader();
}

async function measureCopies(): Promise<void> {
  section('Copies');
  printTable(COPY_COLUMNS, await copyRates(COPIED, realPictures()));
}

const engine = new FaceApiEngine();
const faces = async () => (await sampleFaces()).slice(0, FACES);

async function measureFaces(): Promise<void> {
  section('Faces');
  printTable(FACE_COLUMNS, await faceRates(engine, await faces()));
}

async function measureFilms(): Promise<void> {
  section('Attacks, and people who do as asked');
  printTable(FILM_COLUMNS, await filmRates(engine, await faces(), FILMS));
  console.log(
    '\nMeasured on real people and on flat prints of them (test/fixtures/real-heads.json), turn by turn:\n',
  );
  printTable(TURN_COLUMNS, leaveOneOut());
}

printMachine();
const asked = option('part');
if (asked !== undefined && !(asked in PARTS))
  throw new Error(`No such part: ${asked}. There are: ${Object.keys(PARTS).join(', ')}.`);
for (const [name, measure] of Object.entries(PARTS)) if ((asked ?? name) === name) await measure();
console.log(`\n${minutes()} minutes in all`);
