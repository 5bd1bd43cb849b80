import 'reflect-metadata';
import sharp from 'sharp';
import { filmPortrait } from '../scripts/liveness/camera-film.js';
import { encodeMrz } from '../scripts/mrz/encode-mrz.js';
import { Random } from '../scripts/mrz/random.js';
import { randomPerson } from '../scripts/mrz/random-person.js';
import { renderCard } from '../scripts/mrz/render-card.js';
import { DocumentAnalysisService } from '../src/identity-documents/document-analysis.service.js';
import { PdfTasks, toBuffer } from '../src/pdf/children/pdf-tasks.js';
import { ChildTaskError, ChildWorker } from '../src/platform/child-process/child-task.js';
import { SANDBOX_LAYERS, sandboxOf } from '../src/platform/child-process/sandbox.js';
import { TemplateRenderer } from '../src/platform/templates/template-renderer.js';
import { requestWords } from '../src/signatures/documents/internal/paper-words.js';
import { median } from './support/median.js';
import { count, printMachine, printTable } from './support/report.js';

// The cost of sandboxing child processes and of serving only one organization each: starting a process in each layer,
// and tasks in a process that has already done the same for its organization, compared with an organization's first
// task. Medians by the clock.

const ROUNDS = count('Rounds', 15, 2);
const LIMITS = { timeoutMs: 30_000, maxResidentMb: 1024 };
const REQUEST = {
  documentName: 'Lease',
  subject: 'Our lease',
  message: 'Dear Anna',
  senderName: '',
  organizationName: 'Acme',
  words: requestWords(new TemplateRenderer().book('paper', 'en')),
};
const CARD = { today: '2026-01-01', isBack: true, mayHaveBarcode: true, expectsMrz: true };

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function medianOf(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await milliseconds(() => work(round)));
  return median(times);
}

/** A process rejects an unknown task at once, so this measures its start. */
async function start(worker: ChildWorker<object, unknown>): Promise<void> {
  try {
    await worker.run({ task: 'none', input: null }, LIMITS);
  } catch (error) {
    if (!(error instanceof ChildTaskError && error.failure === 'error')) throw error;
  } finally {
    worker.stop();
  }
}

async function printStarts(): Promise<void> {
  const rows: string[][] = [];
  for (const layer of SANDBOX_LAYERS) {
    const sandbox = sandboxOf(layer);
    const time = sandbox
      ? await medianOf(() => start(new ChildWorker('pdf/children/writing.child', {}, () => sandbox)))
      : null;
    rows.push([layer, time === null ? 'does not stand here' : `${time.toFixed(0)} ms`]);
  }
  printTable(['Layer', 'Start of a process'], rows);
}

async function printTasks(): Promise<void> {
  const pdfs = new PdfTasks();
  const analyses = new DocumentAnalysisService();
  try {
    const { pdf } = await pdfs.run('typeset-request', REQUEST, { tenant: 0 });
    const photo = { background: 'desk', skew: 2, noise: 3, pageWidth: 1_500 } as const;
    const card = await renderCard('TD1', encodeMrz('TD1', randomPerson(new Random(77))), photo);
    const portrait = await sharp(await filmPortrait())
      .resize(640, 480, { fit: 'contain' })
      .jpeg()
      .toBuffer();
    const tasks: [string, (tenant: number) => Promise<unknown>][] = [
      ['typeset a request', (tenant) => pdfs.run('typeset-request', REQUEST, { tenant })],
      ['inspect a page', (tenant) => pdfs.run('inspect-document', toBuffer(pdf), { tenant })],
      ['read a card', (tenant) => analyses.analyzeDocument(card, CARD, { tenant })],
      ['look at a face', (tenant) => analyses.observeFrame(portrait, { tenant })],
    ];
    const rows: string[][] = [];
    for (const [name, task] of tasks) {
      const first = await medianOf((round) => task(1 + round));
      const later = await medianOf(() => task(ROUNDS));
      rows.push([name, `${later.toFixed(0)} ms`, `${first.toFixed(0)} ms`]);
    }
    printTable(['Task', 'of an organization that was just served', 'of another'], rows);
  } finally {
    pdfs.close();
    analyses.onApplicationShutdown();
  }
}

await printStarts();
console.log();
await printTasks();
printMachine();
