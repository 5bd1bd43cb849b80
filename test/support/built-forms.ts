import { assemblePdf, PAGE_TREE } from './pdf-samples.js';

/** What a built form has beside its fields. */
interface FormParts {
  /** Further entries of the page, the form and the catalog. */
  page?: string;
  form?: string;
  catalog?: string;
  /** Further objects, numbered after the fields. */
  others?: readonly (string | Buffer)[];
  /** Numbers of the objects that the form and the page list; all fields by default. */
  fields?: readonly number[];
  annotations?: readonly number[];
}

/** Number of the first field's object. */
export const FIRST = 4;
/** The rectangle of a widget that is given none. */
const RECTANGLE = '20 300 120 320';
/** A widget's entries with its rectangle; the page is 300 points wide and 400 high. */
export const widget = (entries: string, rectangle = RECTANGLE) =>
  `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rectangle}] ${entries} >>`;

/** Entries of a box that can be ticked with these states; its appearance is whatever object 3 is. */
export const states = (...names: string[]) =>
  `/AP << /N << ${names.map((name) => `/${name} 3 0 R`).join(' ')} >> >>`;
export const script = (event: string, text: string) =>
  `/AA << /${event} << /S /JavaScript /JS (${text.replace(/[()\\]/g, '\\$&')}) >> >>`;

/** Widgets that were given no rectangle, one above the other: the last one in its place, the others below it. */
function apart(bodies: readonly string[]): string[] {
  const isFree = (body: string) => body.includes(`/Rect [${RECTANGLE}]`);
  let below = bodies.filter(isFree).length;
  return bodies.map((body) => {
    if (!isFree(body)) return body;
    const [column, row] = [Math.floor(--below / 12), below % 12];
    const [left, bottom] = [20 + 110 * column, 300 - 25 * row];
    return body.replace(RECTANGLE, `${left} ${bottom} ${left + 100} ${bottom + 20}`);
  });
}

/** A document of one page with these objects, from number 4, as the fields of its form and the widgets of its page. */
export function builtForm(bodies: readonly string[], parts: FormParts = {}): Buffer {
  const { page = '', form = '', catalog = '', others = [] } = parts;
  const all = bodies.map((_, index) => FIRST + index);
  const list = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');
  return assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${list(parts.fields ?? all)}] ${form} >> ${catalog} >>`,
    PAGE_TREE,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << >> /Annots [${list(parts.annotations ?? all)}] ${page} >>`,
    ...apart(bodies),
    ...others,
  ]);
}
