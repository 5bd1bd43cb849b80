import { filmPortrait } from '../../scripts/liveness/camera-film.js';
import { Random } from '../../scripts/mrz/random.js';
import { randomPerson } from '../../scripts/mrz/random-person.js';
import { renderPassport } from '../../scripts/mrz/render-passport.js';
import { type DocumentAnalysisService } from '../../src/identity-documents/document-analysis.service.js';
import { realPictures } from '../error-rates/real-pictures.js';
import { photo } from '../support/photo-conditions.js';
import { count, printTable } from '../support/report.js';
import { now, since } from './analysis-children.js';

const PASSPORTS = count('Drawn passports', 20, 2);
const FIRST_SEED = 7_600_000;
const SIDE = { today: '2026-01-01', isBack: false, mayHaveBarcode: false, expectsMrz: true };
const OWNER = { tenant: 1 };
/** Targets for the median, in ms of processor time. */
const AIMS = { side: 900, decision: 2_200 };

const COLUMNS = [
  'passports, ms of processor time',
  'pictures',
  'median',
  '95th percentile',
  'aim for the median',
];

/** Processor time in the child processes, in ms: for analyzing the side, and for that plus portrait and frames. */
interface PassportTime {
  side: number;
  decision: number;
}

/** Prints the processor time of one side of a passport and of a `combined` decision on it: drawn ones, and real ones if given. */
export async function measurePassports(
  analysis: DocumentAnalysisService,
  frames: readonly Buffer[],
): Promise<void> {
  const rows: string[][] = [];
  for (const [kind, pictures] of [
    ['drawn', await drawPassports()],
    ['real', realPassports()],
  ] as const) {
    const times: PassportTime[] = [];
    for (const picture of pictures) times.push(await decideOn(analysis, picture, frames));
    if (times.length > 0)
      rows.push(
        rowOf(
          `${kind}: one side`,
          times.map(({ side }) => side),
          AIMS.side,
        ),
        rowOf(
          `${kind}: a whole decision`,
          times.map(({ decision }) => decision),
          AIMS.decision,
        ),
      );
  }
  printTable(COLUMNS, rows);
}

async function drawPassports(): Promise<Buffer[]> {
  const portrait = await filmPortrait();
  const pages: Buffer[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PASSPORTS; seed++) {
    const random = new Random(seed);
    pages.push(await renderPassport({ ...randomPerson(random), portrait }, photo(random), seed));
  }
  return pages;
}

/** Pictures whose transcribed zone is a passport's. */
function realPassports(): Buffer[] {
  return realPictures()
    .filter(({ lines }) => lines?.length === 2 && lines[0]!.startsWith('P'))
    .map(({ bytes }) => bytes);
}

async function decideOn(
  analysis: DocumentAnalysisService,
  picture: Buffer,
  frames: readonly Buffer[],
): Promise<PassportTime> {
  const began = now();
  const findings = await analysis.analyzeDocument(picture, SIDE, OWNER);
  const afterSide = now();
  if (!findings.mrz) throw new Error(`no zone was found in a passport: ${findings.unreadableReason}`);
  await analysis.readPortrait(picture, findings, OWNER);
  for (const frame of frames) await analysis.observeFrame(frame, OWNER);
  return { side: since(began, afterSide).processor, decision: since(began, now()).processor };
}

function rowOf(kind: string, times: readonly number[], aim: number): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(0);
  return [kind, `${times.length}`, at(0.5), at(0.95), `${aim}`];
}
