import sharp from 'sharp';
import { type ShownBox } from '../../src/pdf/document-field.js';
import { type Ink, inkOf, likeness, without } from './ink.js';
import { drawPage, type Renderer, RENDERERS, SCALE } from './renderers.js';

/** A place where the service has drawn something. */
export interface MarkedPlace {
  /** The mark's name in messages. */
  name: string;
  /** From 1. */
  page: number;
  box: ShownBox;
}

export interface ComparedPlace {
  name: string;
  /** Pixels of ink that were added in this place, by renderer. */
  ink: Record<string, number>;
  /** The likeness of the two renderers that agree least, from 0 to 1. */
  likeness: number;
  /** The fault, or null. */
  fault: string | null;
  /** Whether the page is too dark here for dark ink to be distinguished. */
  isOnDark: boolean;
}

/** Two renderers smooth the same edge differently, and place a glyph half a pixel apart. */
const REACH = 2;
/**
 * In 24 places of 6 kinds on 4 documents that all three drew correctly, any two agreed on all of the ink (1.00).
 * Where two of them drew the name in Helvetica instead of the mark, the agreement was a fifth (0.20).
 */
const LEAST_LIKENESS = 0.6;
/** The share of a place that has ink before anything is added. Lines of text cover less than a third. */
const DARK = 0.5;

/**
 * Compares how poppler, MuPDF and pdf.js draw what was added to a document in these places: all three must show
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
    const inks = new Map<Renderer, Ink[]>();
    const dark = new Set<MarkedPlace>();
    for (const renderer of RENDERERS) {
      const blank = await drawPage(renderer, before, page).catch(() => null);
      // It does not draw the document at all, whatever was added.
      if (!blank) continue;
      const drawn = await drawPage(renderer, after, page);
      const added = async (place: MarkedPlace) => {
        const ground = await inkIn(blank, place.box);
        if (ground.count > DARK * ground.isInk.length) dark.add(place);
        return without(await inkIn(drawn, place.box), ground);
      };
      inks.set(renderer, await Promise.all(here.map(added)));
    }
    compared.push(
      ...here.map((place, index) => ({ ...judge(place.name, of(inks, index)), isOnDark: dark.has(place) })),
    );
  }
  return compared;
}

const of = (inks: ReadonlyMap<Renderer, Ink[]>, index: number): [renderer: string, ink: Ink][] =>
  [...inks].map(([renderer, all]) => [renderer, all[index]!]);

function judge(name: string, inks: [renderer: string, ink: Ink][]): Omit<ComparedPlace, 'isOnDark'> {
  const least = Math.min(
    ...inks.flatMap(([, one], index) =>
      inks.slice(index + 1).map(([, other]) => likeness(one, other, REACH)),
    ),
  );
  const ink = Object.fromEntries(inks.map(([renderer, { count }]) => [renderer, count]));
  const empty = inks.filter(([, { count }]) => count === 0).map(([renderer]) => renderer);
  const differing = least < LEAST_LIKENESS ? `is drawn differently (${least.toFixed(2)})` : null;
  if (inks.length < 2) return { name, ink, likeness: 0, fault: 'is drawn by fewer than two programs' };
  const fault = empty.length > 0 ? `is not drawn by ${empty.join(', ')}` : differing;
  return { name, ink, likeness: least, fault };
}

/** The ink of the part of a page in a box; there is none outside the page. */
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
