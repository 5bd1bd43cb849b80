import { type DocumentFindings } from './document-findings.js';
import { type Point, type QuarterTurn } from './engines/imaging/grey-image.js';
import { pageTransform } from './engines/mrz/page-transform.js';
import { type MachineReadFacts } from './engines/text/compare-print.js';
import {
  type PlacedField,
  placePrint as placeWords,
  type PrintedPlace,
} from './engines/text/print-places.js';
import { type PictureRegion } from './rendering/picture-task.js';

/** Where the MRZ is, in fractions of the upright photo; null if there is none. */
export function placeZone({ mrz }: DocumentFindings): PictureRegion | null {
  return mrz && mrz.box.length === 4 ? around(mrz.box, mrz.rotation) : null;
}

/** Where the fields are printed, in fractions of the upright photo. Fields that were not found are left out. */
export function placePrint(
  findings: DocumentFindings,
  facts: MachineReadFacts | null,
): Partial<Record<PlacedField, PrintedPlace>> {
  const { printed, image } = findings;
  const toUpright = image && uprightMap(findings, image);
  if (!printed || !toUpright) return {};
  const places = Object.entries(placeWords(printed, facts)).map(([field, { text, ...place }]) => [
    field,
    { text, ...toUpright(place) },
  ]);
  return Object.fromEntries(places) as Partial<Record<PlacedField, PrintedPlace>>;
}

/** Words are placed on the page above the MRZ or, without an MRZ, on the photo as the text makes it upright. */
function uprightMap(
  { mrz, printed }: DocumentFindings,
  image: { width: number; height: number },
): ((place: PictureRegion) => PictureRegion) | null {
  if (!mrz) return printed?.rotation == null ? null : (place) => place;
  if (mrz.box.length !== 4) return null;
  const { toImage } = pageTransform(mrz.box, image);
  return ({ x, y, w, h }) => {
    const corners = [toImage(x, y), toImage(x + w, y), toImage(x + w, y + h), toImage(x, y + h)];
    const inImage = corners.map((at) => ({ x: at.x / image.width, y: at.y / image.height }));
    return around(inImage, mrz.rotation);
  };
}

/** The rectangle around corners, after turning the photo clockwise. */
function around(corners: readonly Point[], turn: QuarterTurn): PictureRegion {
  const turned = corners.map(({ x, y }) => {
    if (turn === 90) return { x: 1 - y, y: x };
    if (turn === 180) return { x: 1 - x, y: 1 - y };
    return turn === 270 ? { x: y, y: 1 - x } : { x, y };
  });
  const [xs, ys] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
