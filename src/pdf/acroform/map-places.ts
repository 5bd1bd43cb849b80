import { overlap, type ShownBox, type ShownSize } from '../document-field.js';
import { type ImportedPlace } from '../form-import.js';
import { type ImportReport, NotImported } from './import-report.js';
import { type SourceField, type SourceWidget } from './source-field.js';

/** Points: less is not legible, and no place of a form may be smaller. */
export const SMALLEST_SIDE = 6;
/** Points by which a box may exceed its page by rounding. */
const TOLERANCE = 0.5;

/** A place with what it shows. */
export interface PlacedWidget {
  widget: SourceWidget;
  place: ImportedPlace;
}

/**
 * The places of a field that people can see and fill in.
 * @throws NotImported if there are none
 */
export function placesOf(field: SourceField, report: ImportReport): PlacedWidget[] {
  const seen = field.widgets.filter(({ isHidden }) => !isHidden);
  if (seen.length === 0) throw new NotImported('hidden');
  const found = seen.flatMap((widget) => {
    const place = placeOf(widget, field, report);
    return place ? [{ widget, place }] : [];
  });
  if (found.length === 0) throw new NotImported('no_place');
  const placed: PlacedWidget[] = [];
  for (const { widget, place } of found) {
    const left = apart(place, [...report.places, ...placed.map((each) => each.place)]);
    if (left !== place) report.warn(left ? 'place_trimmed' : 'place_covered', field, `page ${place.page}`);
    if (left) placed.push({ widget, place: left });
  }
  if (placed.length === 0) throw new NotImported('covered');
  if (seen.length < field.widgets.length) report.warn('place_hidden', field);
  return placed;
}

function placeOf(widget: SourceWidget, field: SourceField, report: ImportReport): ImportedPlace | null {
  const { page, box, pageSize, rotation } = widget;
  const warn = (code: Parameters<ImportReport['warn']>[0], detail = `page ${page}`) => {
    report.warn(code, field, detail);
    return null;
  };
  if (page === null || !box || !pageSize) {
    report.warn('place_not_on_page', field);
    return null;
  }
  if (box.width <= 0 || box.height <= 0) return warn('place_outside_page');
  const visible = clipped(box, pageSize);
  if (!visible) return warn('place_outside_page');
  if (box.width - visible.width > TOLERANCE || box.height - visible.height > TOLERANCE) warn('place_clipped');
  const large = enlarged(visible, pageSize);
  if (large.width > visible.width || large.height > visible.height) warn('place_enlarged');
  if (rotation !== 0) warn('place_rotated', String(rotation));
  return { page, ...large };
}

function clipped({ x, y, width, height }: ShownBox, [pageWidth, pageHeight]: ShownSize): ShownBox | null {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(pageWidth, x + width), Math.min(pageHeight, y + height)];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Around its centre, as far as the page allows. */
function enlarged(box: ShownBox, [pageWidth, pageHeight]: ShownSize): ShownBox {
  const width = Math.max(box.width, SMALLEST_SIDE);
  const height = Math.max(box.height, SMALLEST_SIDE);
  const x = Math.max(0, Math.min(box.x - (width - box.width) / 2, pageWidth - width));
  const y = Math.max(0, Math.min(box.y - (height - box.height) / 2, pageHeight - height));
  return { x, y, width, height };
}

/**
 * What is left of a place beside others, which no two places of a form may share: the side that reaches less far into
 * another is cut off.
 * @returns null if that is less than a place may be
 */
function apart(place: ImportedPlace, others: readonly ImportedPlace[]): ImportedPlace | null {
  const near = others.filter((other) => other.page === place.page && overlap(other, place));
  let left = place;
  for (const other of near) {
    if (!overlap(other, left)) continue;
    const [across, down] = [cutOff(left, other, 'x', 'width'), cutOff(left, other, 'y', 'height')];
    left = left.width - across.width <= left.height - down.height ? across : down;
    if (left.width < SMALLEST_SIDE || left.height < SMALLEST_SIDE) return null;
  }
  return left;
}

/** The larger part of a box that is on one side of another. */
function cutOff(
  box: ImportedPlace,
  other: ShownBox,
  start: 'x' | 'y',
  length: 'width' | 'height',
): ImportedPlace {
  const end = box[start] + box[length];
  const before = Math.max(0, other[start] - box[start]);
  const after = Math.max(0, end - other[start] - other[length]);
  return before >= after ? { ...box, [length]: before } : { ...box, [start]: end - after, [length]: after };
}
