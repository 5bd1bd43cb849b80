import { sampleFaces } from '../scripts/liveness/sample-faces.js';
import { FaceApiEngine } from '../src/identity-documents/engines/face/face-api.engine.js';
import { closeTextReader } from '../src/identity-documents/engines/text/text.engine.js';
import { FACE_COLUMNS, faceRates } from './error-rates/faces.js';
import { FILM_COLUMNS, filmRates } from './error-rates/films.js';
import { drawnPrint, drawnZones, PRINT_COLUMNS, realPages, ZONE_COLUMNS } from './error-rates/pages.js';
import { realPictures } from './error-rates/real-pictures.js';
import { leaveOneOut, TURN_COLUMNS } from './support/judged-turns.js';
import { count, printMachine, printTable } from './support/report.js';

/**
 * The error rates of docs/identity/error-rates.md, kind by kind, with Wilson's score intervals at 95 %. Drawn and real material
 * stand in rows of their own. COUNTERSIGN_SPECIMENS may name folders of pictures of real documents (see real-pictures.ts).
 * `--films=<number>` renders more or fewer films of each kind.
 */
const ZONES = count('Zones for each kind of photo', 8, 1);
const PAGES = count('Printed pages of each kind', 12, 1);
const ASKED = process.argv.find((argument) => argument.startsWith('--films='))?.slice('--films='.length);
const FILMS = ASKED ? Number(ASKED) : count('Films of each kind', 12, 1);
const FACES = count('Faces', 8, 3);

const started = performance.now();
const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
const section = (title: string) => console.log(`\n## ${title} (after ${minutes()} minutes)\n`);

printMachine();
const pictures = realPictures();
const real = pictures.length > 0 ? await realPages(pictures) : { zones: [], print: [] };
section('Zones');
printTable(ZONE_COLUMNS, [...(await drawnZones(ZONES)), ...real.zones]);
section('Print');
printTable(PRINT_COLUMNS, [...(await drawnPrint(PAGES)), ...real.print]);
console.log(
  pictures.length > 0
    ? `\nReal documents: ${pictures.map(({ name }) => name).join(', ')}`
    : '\nReal documents: skipped, because COUNTERSIGN_SPECIMENS names no folder with pictures of them',
);
await closeTextReader();

const engine = new FaceApiEngine();
const faces = (await sampleFaces()).slice(0, FACES);
section('Faces');
printTable(FACE_COLUMNS, await faceRates(engine, faces));
section('Attacks, and people who do as asked');
printTable(FILM_COLUMNS, await filmRates(engine, faces, FILMS));
console.log(
  '\nMeasured on real people and on flat prints of them (test/fixtures/real-heads.json), turn by turn:\n',
);
printTable(TURN_COLUMNS, leaveOneOut());
console.log(`\n${minutes()} minutes in all`);
