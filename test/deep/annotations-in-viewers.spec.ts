import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { inspectDocument } from '../../src/pdf/inspection/inspect-document.js';
import { craftedAnnotations } from '../support/crafted-annotations.js';
import { inkOf, likeness } from '../support/ink.js';
import { drawPage, type Renderer, RENDERERS } from '../support/renderers.js';

/** The three programs agree on all of the ink of bars; of letters that are not embedded only on most. */
const LEAST_LIKENESS = 0.95;
const REACH = 2;

const folder = mkdtempSync(join(tmpdir(), 'countersign-annotations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** MuPDF marks each unsigned signature with an arrow of its own, whatever its appearance. */
const ARROWS = /^an unsigned signature/;

/** The likeness of the two programs that agree least, from 0 to 1. */
async function leastLikeness(pdf: Uint8Array, renderers: Renderer[]): Promise<number> {
  const file = join(folder, 'page.pdf');
  writeFileSync(file, pdf);
  const inks = await Promise.all(
    renderers.map(async (renderer) => inkOf(sharp(await drawPage(renderer, file, 1)))),
  );
  return Math.min(
    ...inks.flatMap((one, index) => inks.slice(index + 1).map((other) => likeness(one, other, REACH))),
  );
}

describe('annotations and fields in every program', () => {
  let accepted = 0;

  it.each(Object.entries(craftedAnnotations()))(
    'draws the same in every program, or is refused: %s',
    async (name, upload) => {
      const found = await inspectDocument(upload);
      if (!found.ok) {
        expect(found.code).toMatch(/^document_(ambiguous|prints_differently)$/);
        return;
      }
      accepted++;
      if (found.kind !== 'pdf') throw new Error(found.kind);
      const renderers = RENDERERS.filter((each) => each !== 'mupdf' || !ARROWS.test(name));
      expect(await leastLikeness(found.pdf!, renderers)).toBeGreaterThan(LEAST_LIKENESS);
    },
  );

  it('accepts what can be settled', () => {
    expect(accepted).toBeGreaterThan(25);
  });
});
