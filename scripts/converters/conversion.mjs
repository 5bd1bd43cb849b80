// What the converters of other services' templates share. Each foreign field becomes a field of a template's definition
// (docs/templates.md), or an entry of `leftOut`: nothing is lost in silence.

const MAX_KEY = 60;

/** A key for a name that no key in `taken` has yet: a letter, then letters, digits and underscores (docs/forms.md). */
export function keyFor(name, taken) {
  const words = (name ?? '').toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const key = words.replaceAll(/^[^a-z]+|_+$/g, '').slice(0, MAX_KEY) || 'field';
  for (let times = 1; ; times++) {
    const own = times === 1 ? key : `${key}_${times}`;
    if (!taken.has(own)) {
      taken.add(own);
      return own;
    }
  }
}

/** The members that say something. */
export function given(members) {
  const isSaying = (value) => value !== undefined && value !== null && value !== '';
  const isEmpty = (value) => typeof value === 'object' && Object.keys(value).length === 0;
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => isSaying(value) && !isEmpty(value)),
  );
}

/**
 * A box given by shares of its page.
 * @param draft - the template's draft here, with the `pageSizes` of its documents in points
 * @param page - from 1
 * @returns a place, or null if that document or page was not uploaded
 */
export function placeOn(draft, document, page, { x, y, width, height }) {
  const [pageWidth, pageHeight] = draft.documents[document - 1]?.pageSizes[page - 1] ?? [];
  if (pageWidth === undefined) return null;
  return {
    document,
    page,
    x: x * pageWidth,
    y: y * pageHeight,
    width: width * pageWidth,
    height: height * pageHeight,
  };
}

/** Divides a place among options: one below another, or side by side. */
export function sharedAmong(options, place, isVertical = true) {
  const [from, size] = isVertical ? ['y', 'height'] : ['x', 'width'];
  const share = place[size] / options.length;
  return options.map(({ value }, at) => ({
    ...place,
    [from]: place[from] + share * at,
    [size]: share,
    option: value,
  }));
}

/** Fields that were converted, and what was left out of them. */
export class Conversion {
  fields = [];
  leftOut = [];

  constructor(revision) {
    this.revision = revision;
  }

  leaveOut(field, why) {
    this.leftOut.push({ field, why });
  }

  /** Adds a field of the definition. Only an attachment needs no place. */
  add(label, { places, ...field }) {
    if (places.length > 0) this.fields.push({ ...field, places });
    else if (field.kind === 'attachment') this.fields.push(field);
    else this.leaveOut(label, 'it has no place in the documents that were uploaded');
  }

  /** @param roles - of the definition */
  answer(roles) {
    return { definition: { revision: this.revision, roles, fields: this.fields }, leftOut: this.leftOut };
  }
}
