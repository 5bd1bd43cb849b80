import { ChildProcess } from 'node:child_process';
import { type INestApplicationContext } from '@nestjs/common';
import { DocumentAnalysisService } from '../../src/identity-documents/document-analysis.service.js';
import { PdfTasks } from '../../src/pdf/children/pdf-tasks.js';
import { PdfService } from '../../src/pdf/pdf.service.js';
import { TextFonts } from '../../src/pdf/text-fonts.js';
import { type Settings } from '../../src/platform/config/settings.js';
import { keepForWorker } from './runner/kept.js';

interface WarmProcesses {
  pdfs: PdfTasks;
  /** Only its processes are shared; each application names its own face engine. */
  analyses: DocumentAnalysisService;
}

let shared: Promise<WarmProcesses> | undefined;

/**
 * Lets an application use the child processes for PDFs and pictures that all applications of this worker share. A new
 * process takes 4 seconds to seal its first document, and 1 second for the next.
 */
export async function shareProcesses(app: INestApplicationContext): Promise<void> {
  const { pdfs, analyses } = await (shared ??= keepForWorker(start, stop, (_, handle) =>
    isTaskProcess(handle),
  ));
  app.get(PdfService, { strict: false })['tasks'].run = pdfs.run.bind(pdfs);
  const own = app.get(DocumentAnalysisService, { strict: false });
  for (const pool of ['documents', 'faces'] as const) own[pool].run = analyses[pool].run.bind(analyses[pool]);
}

/** Whether a handle is a warm child process. Such processes come and go. */
const isTaskProcess = (handle: object) =>
  handle instanceof ChildProcess && handle.spawnargs.some((argument) => argument.endsWith('.child.js'));

async function start(): Promise<WarmProcesses> {
  const pdfs = new PdfTasks(new TextFonts({} as Settings).folders);
  const analyses = new DocumentAnalysisService();
  for (const pool of [pdfs['reading'], pdfs['writing'], analyses['documents'], analyses['faces']])
    serveEverybody(pool as never);
  return { pdfs, analyses };
}

/** Each test has its own organizations, but a new process for each of them would take minutes in total. */
const serveEverybody = (pool: { free: unknown[] }) =>
  Object.assign(pool, { takeFree: () => pool.free.pop() });

async function stop({ pdfs, analyses }: WarmProcesses): Promise<void> {
  pdfs.close();
  analyses.onApplicationShutdown();
}
