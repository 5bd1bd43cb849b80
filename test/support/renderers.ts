import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

export type Renderer = 'poppler' | 'mupdf' | 'pdf.js';

/** Pixels per point: letters of 6 points remain legible. */
export const SCALE = 2;
const DPI = String(72 * SCALE);
const LONGEST_MS = 120_000;

const DRAWING = join(PROJECT_ROOT, 'test/support/draw-with-pdf-js.mjs');
/** Commands that write a page as a PNG to their standard output. */
const COMMANDS: Record<Renderer, (file: string, page: string) => [program: string, ...args: string[]]> = {
  poppler: (file, page) =>
    // Without -cropbox it shows the whole medium.
    ['pdftoppm', '-png', '-cropbox', '-r', DPI, '-f', page, '-singlefile', file],
  mupdf: (file, page) => ['mutool', 'draw', '-q', '-F', 'png', '-r', DPI, '-o', '-', file, page],
  'pdf.js': (file, page) => [process.execPath, DRAWING, file, page, String(SCALE)],
};

export const RENDERERS = Object.keys(COMMANDS) as Renderer[];

/** The page as PNG. @param page - from 1 @throws Error with the renderer's message if it draws nothing */
export function drawPage(renderer: Renderer, file: string, page: number): Promise<Buffer> {
  const [program, ...args] = COMMANDS[renderer](file, String(page));
  const options = { timeout: LONGEST_MS, maxBuffer: 2 ** 28, encoding: 'buffer' } as const;
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (stdout.length > 0 && error === null) resolve(stdout);
      else
        reject(new Error(`${renderer} drew no page ${page}: ${error?.message ?? ''} ${stderr.toString()}`));
    });
  });
}
