import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MarkedPlace } from '../../test/support/rendered-places.js';
import { type PdfsigVerdict, readPdfsig } from '../../test/support/validators.js';

const LONGEST_MS = 300_000;
const MAX_OUTPUT = 256 * 1024 * 1024;

interface ToolOutput {
  status: number | null;
  /** The tool's standard output. */
  result: string;
  /** The result, followed by the complaints. */
  output: string;
}

/** Runs a tool to completion. */
function runTool(program: string, ...args: string[]): Promise<ToolOutput> {
  const options = { timeout: LONGEST_MS, maxBuffer: MAX_OUTPUT, encoding: 'latin1' } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : null) : 0;
      resolve({ status, result: stdout, output: stdout + stderr });
    });
  });
}

/** Poppler's report on a file. */
export interface PopplerInfo {
  opens: boolean;
  pages: number;
  isEncrypted: boolean;
  hasJavaScript: boolean;
  isXfa: boolean;
}

export async function pdfinfo(file: string): Promise<PopplerInfo> {
  const { status, output } = await runTool('pdfinfo', file);
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(output)?.[1] ?? '';
  return {
    opens: status === 0,
    pages: Number(field('Pages')),
    isEncrypted: field('Encrypted').startsWith('yes') || /Incorrect password/.test(output),
    hasJavaScript: field('JavaScript') === 'yes',
    isXfa: field('Form') === 'XFA',
  };
}

/** A file's objects as plain text, written by qpdf's independent parser. */
export const plainObjects = async (file: string) =>
  (await runTool('qpdf', '--qdf', '--object-streams=disable', file, '-')).result;

/** qpdf's description of forms (JSON output, version 2). */
interface QpdfForm {
  acroform: { fields: { annotation: { object: string }; pageposfrom1: number }[] };
  qpdf: [unknown, Record<string, { value?: { '/Rect'?: number[]; '/MediaBox'?: number[] } }>];
  pages: { object: string }[];
}

/** The fields of a document's form, on unrotated pages whose own box begins at 0. */
export async function formPlaces(file: string): Promise<MarkedPlace[]> {
  const keys = ['acroform', 'pages', 'qpdf'].map((key) => `--json-key=${key}`);
  const { result } = await runTool('qpdf', '--json=2', '--json-stream-data=none', ...keys, file);
  const { acroform, pages, qpdf } = JSON.parse(result) as QpdfForm;
  const objects = qpdf[1];
  return acroform.fields.flatMap(({ annotation, pageposfrom1: page }) => {
    const rect = objects[`obj:${annotation.object}`]?.value?.['/Rect'];
    const media = objects[`obj:${pages[page - 1]?.object}`]?.value?.['/MediaBox'];
    if (!rect || !media) return [];
    const [left, bottom, right, top] = rect as [number, number, number, number];
    return {
      name: 'field',
      page,
      box: { x: left, y: media[3]! - top, width: right - left, height: top - bottom },
    };
  });
}

export const pdfsig = async (file: string): Promise<PdfsigVerdict[]> =>
  readPdfsig((await runTool('pdfsig', file)).output);

/** qpdf's complaints about a file's structure without positions; empty if there are none. */
export async function qpdfComplaints(file: string): Promise<string[]> {
  const { status, output } = await runTool('qpdf', '--check', file);
  if (status === 0) return [];
  const lines = output.split('\n').filter((line) => /^(WARNING|ERROR|qpdf:)/.test(line));
  return [...new Set(lines.map((line) => line.replaceAll(file, '').replace(/\d+/g, 'N')))].sort();
}

/** Number of MuPDF's complaints while rendering every page. */
export async function mutoolComplaints(file: string): Promise<number> {
  const { status, output } = await runTool('mutool', 'draw', '-F', 'trace', '-o', '/dev/null', file);
  return status === 0 ? (output.match(/^(error|warning):/gim) ?? []).length : Number.POSITIVE_INFINITY;
}

/** Whether poppler and MuPDF open a file and read all of its pages without any complaint. */
export async function opensCleanly(file: string): Promise<boolean> {
  const { status, output } = await runTool('pdfinfo', file);
  return status === 0 && !/^(Syntax|Internal) /m.test(output) && (await mutoolComplaints(file)) === 0;
}

const DPI = 40;

/** Renders the first pages with poppler at 40 dpi. */
async function drawPages(file: string, folder: string, pages: number): Promise<string[]> {
  await mkdir(folder);
  await runTool(
    'pdftoppm',
    '-r',
    String(DPI),
    '-gray',
    '-cropbox',
    '-l',
    String(pages),
    file,
    join(folder, 'page'),
  );
  const names = (await readdir(folder)).sort((a, b) => pageOf(a) - pageOf(b));
  return names.map((name) => join(folder, name));
}

/** `page-007.pgm`: zero-padded to the digits of the page count. */
const pageOf = (name: string) => Number(/(\d+)\.pgm$/.exec(name)![1]);

/** Numbers of the pages, from 1, that differ in any pixel outside `places` or are missing in one of the files. */
export async function differingPages(
  folder: string,
  original: string,
  sealed: string,
  pages: number,
  places: readonly MarkedPlace[],
): Promise<number[]> {
  const before = await drawPages(original, join(folder, 'before'), pages);
  const after = await drawPages(sealed, join(folder, 'after'), pages);
  const differing: number[] = [];
  for (let page = 0; page < pages; page++) {
    const [one, other] = [before[page], after[page]];
    const marked = places.filter((place) => place.page === page + 1);
    const seen = async (file: string) => withoutPlaces(await readFile(file), marked);
    if (one === undefined || other === undefined || !(await seen(one)).equals(await seen(other)))
      differing.push(page + 1);
  }
  return differing;
}

/** A picture in binary PGM with the places blanked out, plus a one-pixel margin for smoothed edges. */
function withoutPlaces(picture: Buffer, places: readonly MarkedPlace[]): Buffer {
  if (places.length === 0) return picture;
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 64)) ?? [];
  if (header === undefined) throw new Error('poppler drew no picture in PGM');
  const pixels = (points: number) => (points * DPI) / 72;
  for (const { box } of places) {
    const left = Math.max(0, Math.floor(pixels(box.x)) - 1);
    const right = Math.min(Number(width), Math.ceil(pixels(box.x + box.width)) + 1);
    const bottom = Math.min(Number(height), Math.ceil(pixels(box.y + box.height)) + 1);
    for (let row = Math.max(0, Math.floor(pixels(box.y)) - 1); row < bottom; row++) {
      const start = header.length + row * Number(width);
      if (right > left) picture.fill(255, start + left, start + right);
    }
  }
  return picture;
}
