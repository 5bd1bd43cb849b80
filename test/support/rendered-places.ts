import { execFile } from 'node:child_process';
import { join } from 'node:path';
import sharp from 'sharp';
import { type ShownBox } from '../../src/pdf/document-field.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { type Ink, inkOf, likeness, without } from './ink.js';

/** Where something of ours is drawn. */
export interface MarkedPlace {
  /** Of the mark, for what is said of it. */
  name: string;
  /** From 1. */
  page: number;
  box: ShownBox;
}

export interface ComparedPlace {
  name: string;
  /** Pixels of ink that were added in this place, by renderer. */
  ink: Record<string, number>;
  /** Of the two renderers that agree least, from 0 to 1. */
  likeness: number;
  /** What is wrong, or null. */
  fault: string | null;
}

/** Pixels per point: letters of 6 points are still letters. */
const SCALE = 2;
/** Two renderers smooth the same edge differently, and put a glyph half a pixel apart. */
const REACH = 2;
/**
 * In 24 places of 6 kinds on 4 documents that all three drew right, any two agreed on all of the ink (1.00). Where two of
 * them wrote the name in Helvetica instead of the mark, on a fifth of it (0.20).
 */
const LEAST_LIKENESS = 0.6;
const LONGEST_MS = 120_000;

const DRAWING = join(PROJECT_ROOT, 'test/support/draw-with-pdf-js.mjs');
/** Commands that write a page as a PNG to their standard output. */
const RENDERERS: Record<string, (file: string, page: string) => [program: string, ...args: string[]]> = {
  poppler: (file, page) =>
    // Without -cropbox it shows the whole medium.
    ['pdftoppm', '-png', '-cropbox', '-r', String(72 * SCALE), '-f', page, '-singlefile', file],
  mupdf: (file, page) => [
    'mutool',
    'draw',
    '-q',
    '-F',
    'png',
    '-r',
    String(72 * SCALE),
    '-o',
    '-',
    file,
    page,
  ],
  'pdf.js': (file, page) => [process.execPath, DRAWING, file, page, String(SCALE)],
};

/**
 * Compares how poppler, MuPDF and pdf.js draw what was added to a document in these places: all three have to show
 * something, and the same.
 * @param before - path of the document without it
 * @param after - path of the document with it
 */
export async function comparePlaces(
  before: string,
  after: string,
  places: readonly MarkedPlace[],
): Promise<ComparedPlace[]> {
  const compared: ComparedPlace[] = [];
  for (const page of new Set(places.map((place) => place.page))) {
    const here = places.filter((place) => place.page === page);
    const inks = new Map<string, Ink[]>();
    for (const renderer of Object.keys(RENDERERS)) {
      const [blank, drawn] = [await draw(renderer, before, page), await draw(renderer, after, page)];
      const added = async ({ box }: MarkedPlace) => without(await inkIn(drawn, box), await inkIn(blank, box));
      inks.set(renderer, await Promise.all(here.map(added)));
    }
    compared.push(...here.map(({ name }, index) => judge(name, of(inks, index))));
  }
  return compared;
}

const of = (inks: ReadonlyMap<string, Ink[]>, index: number): [renderer: string, ink: Ink][] =>
  [...inks].map(([renderer, all]) => [renderer, all[index]!]);

function judge(name: string, inks: [renderer: string, ink: Ink][]): ComparedPlace {
  const least = Math.min(
    ...inks.flatMap(([, one], index) =>
      inks.slice(index + 1).map(([, other]) => likeness(one, other, REACH)),
    ),
  );
  const ink = Object.fromEntries(inks.map(([renderer, { count }]) => [renderer, count]));
  const empty = inks.filter(([, { count }]) => count === 0).map(([renderer]) => renderer);
  const differing = least < LEAST_LIKENESS ? `is drawn differently (${least.toFixed(2)})` : null;
  const fault = empty.length > 0 ? `is not drawn by ${empty.join(', ')}` : differing;
  return { name, ink, likeness: least, fault };
}

/** The page as PNG. @throws Error with what the renderer says, if it draws nothing */
function draw(renderer: string, file: string, page: number): Promise<Buffer> {
  const [program, ...args] = RENDERERS[renderer]!(file, String(page));
  const options = { timeout: LONGEST_MS, maxBuffer: 2 ** 28, encoding: 'buffer' } as const;
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (stdout.length > 0 && error === null) resolve(stdout);
      else
        reject(new Error(`${renderer} drew no page ${page}: ${error?.message ?? ''} ${stderr.toString()}`));
    });
  });
}

/** Of the part of a page in a box; outside the page there is none. */
async function inkIn(page: Buffer, { x, y, width, height }: ShownBox): Promise<Ink> {
  const picture = sharp(page, { limitInputPixels: false });
  const { width: widest, height: highest } = await picture.metadata();
  const left = Math.min(widest - 1, Math.max(0, Math.round(x * SCALE)));
  const top = Math.min(highest - 1, Math.max(0, Math.round(y * SCALE)));
  const right = Math.min(widest, Math.round((x + width) * SCALE));
  const bottom = Math.min(highest, Math.round((y + height) * SCALE));
  const area = { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  return inkOf(picture.extract(area));
}
