import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filmPortrait, renderCameraFilm } from '../scripts/liveness/camera-film.js';
import { encodeMrz } from '../scripts/mrz/encode-mrz.js';
import { Random } from '../scripts/mrz/random.js';
import { randomPerson } from '../scripts/mrz/random-person.js';
import { renderCard } from '../scripts/mrz/render-card.js';
import { identityCardFields, renderCardFront } from '../scripts/mrz/render-card-front.js';
import { withDatabase } from '../scripts/with-database.js';
import { DocumentAnalysisService } from '../src/identity-documents/document-analysis.service.js';
import { matchFaces } from '../src/identity-documents/faces.js';
import { migrate } from '../src/platform/database/migrate.js';
import { children, now, since, type StepTime } from './identity/analysis-children.js';
import { measurePassports } from './identity/passports.js';
import { Program } from './rest/programs.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';
import { compareLatencies, seedForStatus } from './support/status-latency.js';

// Time by the clock and of processors for a complete `combined` verification of an identity card (front, back,
// portrait and five camera frames) in the service's own warm child processes, their memory use, and the latency that
// API callers see while analyses run back to back. Then the processor time of one side of a passport and of a
// `combined` decision on it; COUNTERSIGN_SPECIMENS can name folders of pictures of real ones (see
// error-rates/real-pictures.ts).

const VERIFICATIONS = count('Verifications', 20, 2);
const REQUESTS = count('Requests per percentile', 4_000, 300);
const TODAY = '2026-01-01';
const FRAMES = 5;
/** Target for the peak resident memory of each child process, in MB. */
const MEMORY_AIMS: Readonly<Record<string, number>> = { document: 288, face: 533 };
const FRONT = { today: TODAY, isBack: false, mayHaveBarcode: false, expectsMrz: false };
const BACK = { today: TODAY, isBack: true, mayHaveBarcode: true, expectsMrz: true };

interface Material {
  front: Buffer;
  back: Buffer;
  frames: Buffer[];
}

async function draw(): Promise<Material> {
  const person = randomPerson(new Random(77));
  const film = await renderCameraFilm(['straight_ahead', 'turn_left', 'come_closer'], {
    firstMs: 500,
    holdMs: 500,
  });
  const pictures = splitJpegs(film);
  const fields = identityCardFields(person);
  const photo = { background: 'desk', skew: 2, noise: 3, pageWidth: 1_500 } as const;
  return {
    front: await renderCardFront({ title: 'IDENTITY CARD', fields, portrait: await filmPortrait() }, photo),
    back: await renderCard('TD1', encodeMrz('TD1', person), photo),
    frames: Array.from({ length: FRAMES }, (_, at) => pictures[Math.floor((at * pictures.length) / FRAMES)]!),
  };
}

/** Chromium's film format is a sequence of JPEGs, each ending in FF D9. */
function splitJpegs(film: Buffer): Buffer[] {
  const pictures: Buffer[] = [];
  for (let start = 0; start < film.length;) {
    const end = film.indexOf(Buffer.from([0xff, 0xd9]), start) + 2;
    pictures.push(film.subarray(start, end));
    start = end;
  }
  return pictures;
}

const OWNER = { tenant: 1 };
const STEPS = ['front', 'back', 'portrait', 'five frames', 'total'] as const;
type Times = Record<(typeof STEPS)[number], StepTime>;

async function verify(analysis: DocumentAnalysisService, material: Material): Promise<Times> {
  const began = now();
  const front = await analysis.analyzeDocument(material.front, FRONT, OWNER);
  const afterFront = now();
  const back = await analysis.analyzeDocument(material.back, BACK, OWNER);
  const afterBack = now();
  const portrait = await analysis.readPortrait(material.front, front, OWNER);
  const afterPortrait = now();
  const seen = [];
  for (const frame of material.frames) seen.push(await analysis.observeFrame(frame, OWNER));
  const ended = now();
  const selfies = seen.flatMap((frame) => (frame?.faces ?? []).map(({ descriptor }) => descriptor));
  const match = matchFaces(portrait.descriptor ?? [], selfies);
  if (!back.mrz?.accepted || match.outcome !== 'clear')
    throw new Error(`verification failed: ${JSON.stringify({ match, doubts: back.mrz?.doubts })}`);
  return {
    front: since(began, afterFront),
    back: since(afterFront, afterBack),
    portrait: since(afterBack, afterPortrait),
    'five frames': since(afterPortrait, ended),
    total: since(began, ended),
  };
}

const whole = (value: number) => value.toFixed(0);

async function run(url: string): Promise<void> {
  const ids = await seedForStatus(url);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const server = Program.start('countersign-server', url, dataDir);
  const analysis = new DocumentAnalysisService();
  try {
    const port = await server.message<number>();
    const material = await draw();
    for (let warm = 0; warm < 2; warm++) await verify(analysis, material);
    const times: Times[] = [];
    for (let at = 0; at < VERIFICATIONS; at++) times.push(await verify(analysis, material));
    printMachine();
    printTable(
      ['identity card, combined, ms', 'median', 'max', 'processor time: median', 'max'],
      STEPS.map((step) => {
        const [clock, processor] = (['clock', 'processor'] as const).map((kind) =>
          times.map((time) => time[step][kind]),
        );
        return [
          step,
          ...[clock!, processor!].flatMap((each) => [median(each), Math.max(...each)]).map(whole),
        ];
      }),
    );
    console.log('');
    await measurePassports(analysis, material.frames);
    console.log('');
    printTable(
      ['child process', 'peak resident memory, MB', 'aim'],
      children().map(({ task, peakMb }) => [task, whole(peakMb), `${MEMORY_AIMS[task]}`]),
    );
    console.log('');
    await compareLatencies({ port, ids, requests: REQUESTS }, 'verifications', () =>
      verify(analysis, material),
    );
  } finally {
    analysis.onApplicationShutdown();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await withDatabase(async (url) => {
  await migrate(url);
  await run(url);
});
