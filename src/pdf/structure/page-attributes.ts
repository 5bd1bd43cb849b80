import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core';
import { type Sides, sidesOf } from './page-geometry.js';

/** Limit for climbing page trees: more than real files need, and an end for circular ones. */
const MAX_TREE_DEPTH = 64;
const QUARTER = 90;
const FULL_TURN = 360;
/** The size of a page that states none, in points: US Letter. */
const DEFAULT_BOX: Sides = { left: 0, bottom: 0, right: 612, top: 792 };

/** What a page may have from the nodes above it (ISO 32000-2 §7.7.3.4). */
export const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** A page and the nodes above it, as their `Parent` entries name them. */
export function lineageOf(pdf: PDF, page: PdfDict): PdfDict[] {
  const lineage: PdfDict[] = [];
  let node: PdfDict | undefined = page;
  while (node && lineage.length < MAX_TREE_DEPTH && !lineage.includes(node)) {
    lineage.push(node);
    node = node.getDict('Parent', resolverOf(pdf));
  }
  return lineage;
}

/** The nearest entry of this name; undefined if none has it. */
export const nearest = (pdf: PDF, lineage: readonly PdfDict[], key: string): PdfObject | undefined =>
  lineage.map((node) => node.get(key, resolverOf(pdf))).find((value) => value !== undefined);

/**
 * The resources of a page: its own or the nearest, and those kinds of resources that only nodes further above have. pdf.js
 * adds these; most programs do not.
 * @returns the dictionary of the page or node itself if nothing has to be added to it; null if there is none
 */
export function resourcesOf(pdf: PDF, lineage: readonly PdfDict[]): PdfDict | null {
  const [own, ...others] = lineage.flatMap((node) => node.getDict('Resources', resolverOf(pdf)) ?? []);
  if (!own || others.every((each) => [...each.keys()].every((key) => own.has(key)))) return own ?? null;
  const merged = new PdfDict(own);
  for (const each of others) for (const [key, value] of each) if (!merged.has(key)) merged.set(key, value);
  return merged;
}

/** A box with an area, whichever corners define it; null for anything else. */
export function areaOf(pdf: PDF, box: PdfObject | undefined): Sides | null {
  if (!(box instanceof PdfArray)) return null;
  const sides = sidesOf(new PdfArray(Array.from(box, (_, index) => box.at(index, resolverOf(pdf))!)));
  return sides && hasArea(sides) ? sides : null;
}

/** The page's size and the part of it that is shown; a part without an area counts for nothing. */
export function boxesOf(pdf: PDF, lineage: readonly PdfDict[]): { media: Sides; shown: Sides } {
  const media = areaOf(pdf, nearest(pdf, lineage, 'MediaBox')) ?? DEFAULT_BOX;
  const crop = areaOf(pdf, nearest(pdf, lineage, 'CropBox')) ?? media;
  const common = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  return { media, shown: hasArea(common) ? common : media };
}

/** Clockwise degrees from 0 to 270; what is no multiple of a quarter counts for nothing. */
export function turnOf(pdf: PDF, lineage: readonly PdfDict[]): number {
  const rotate = nearest(pdf, lineage, 'Rotate');
  const degrees = rotate instanceof PdfNumber && rotate.value % QUARTER === 0 ? rotate.value : 0;
  return ((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN;
}

const hasArea = ({ left, bottom, right, top }: Sides) => right > left && top > bottom;

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
