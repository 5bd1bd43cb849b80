import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import sharp from 'sharp';
import { type Ink, inkOf, strays } from './ink.js';
import { drawPage, type Renderer, RENDERERS } from './renderers.js';

/** Pixels at 144 dpi: programs place a glyph up to a point apart, and have other fonts for Helvetica. */
const REACH = 2;
/**
 * The most pixels of ink that one program may draw where another has none near. In 'Rent: 100' in 24 points, which each
 * draws in a font of its own, it was 106; between 'Rent: 100' and 'Rent: 9000' 502 to 537.
 */
const MOST_STRAYS = 200;

/**
 * Compares every page of a document with that of another one, which may have more: it looks there in each of poppler,
 * MuPDF and pdf.js as the same program draws it in the first one, and as pdf.js shows it there to signers.
 * @returns faults, none if all pages look the same
 */
export async function pictureFaults(presented: Buffer, other: Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
  const [shown, compared] = ['presented.pdf', 'other.pdf'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  try {
    writeFileSync(shown, presented);
    writeFileSync(compared, other);
    const pages = await Promise.all(
      [presented, other].map(async (pdf) => (await PDF.load(pdf)).getPageCount()),
    );
    if (pages[1]! < pages[0]!) return [`${pages[1]} pages instead of ${pages[0]}`];
    const faults: string[] = [];
    for (let page = 1; page <= pages[0]!; page++) {
      const inks = await inksOf(shown, page);
      for (const [renderer, drawn] of await inksOf(compared, page)) {
        const own = straysBetween(inks.get(renderer)!, drawn);
        const signers = straysBetween(inks.get('pdf.js')!, drawn);
        if (own > 0) faults.push(`page ${page} in ${renderer}: ${own} pixels differ from before`);
        if (signers > MOST_STRAYS)
          faults.push(`page ${page} in ${renderer}: ${signers} pixels differ from what pdf.js showed`);
      }
    }
    return faults;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inksOf(file: string, page: number): Promise<Map<Renderer, Ink>> {
  const inks = RENDERERS.map(
    async (renderer) => [renderer, await inkOf(sharp(await drawPage(renderer, file, page)))] as const,
  );
  return new Map(await Promise.all(inks));
}

/** Programs round the size of a page differently, by a pixel; otherwise nothing agrees. */
function straysBetween(one: Ink, other: Ink): number {
  if (Math.abs(one.width - other.width) > 1 || Math.abs(one.height - other.height) > 1) return Infinity;
  return Math.max(strays(one, other, REACH), strays(other, one, REACH));
}
