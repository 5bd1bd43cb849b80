import { readRevisions } from '../../src/pdf-signatures/revisions.js';
import { type ScannedRef } from '../../src/pdf-signatures/revisions/pdf-scanner.js';
import { CraftedPdf, type Listing } from './crafted-pdf.js';
import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';

export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const PAGE =
  '/Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R';
export const saying = (amount: number) => `BT /F1 24 Tf 72 300 Td (Rent: ${amount} EUR) Tj ET`;
export const NEW = saying(9000);
/** The object of the page's content, and numbers that the document does not use. */
export const [CONTENT, FREE, OTHER] = [4, 200, 201];

/** A page that states the rent; its content is a separate object. */
export const rentPdf = (): Buffer =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    PAGE_TREE,
    `<< ${PAGE} >>`,
    streamBody(saying(100)),
    FONT,
  ]);

/** A sealed file with what an update of it needs to know. */
interface Sealed {
  file: CraftedPdf;
  bytes: Buffer;
  prev: number;
  /** The listing of the page's content in the sealed file. */
  old: Listing;
  trailer: string;
  /** The dictionary of the sealed page without its brackets. */
  page: string;
  /** The same for other objects, by number. */
  dictionary: (number: number) => string;
  root: number;
}

function read(bytes: Buffer): Sealed {
  const { revisions, objectsAt } = readRevisions(bytes);
  const entry = (number: number) => {
    const found = revisions.findLast(({ listed }) => listed.has(number))!.listed.get(number)!;
    if (found.kind !== 'placed') throw new Error(`Object ${number} has no place of its own`);
    return found;
  };
  const prev = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))![1]);
  const root = revisions.at(-1)!.trailer.get('Root') as ScannedRef;
  const dictionary = (number: number) => {
    const { start, end } = objectsAt.get(entry(number).offset)!;
    return /<<(.*)>>/s.exec(bytes.toString('latin1', start, end))![1]!;
  };
  const trailer = `/Size 300 /Root ${root.number} 0 R /Prev ${prev}`;
  const known = { bytes, prev, trailer, page: dictionary(3), dictionary, root: root.number };
  return { file: new CraftedPdf(bytes), old: entry(CONTENT), ...known };
}

export type Craft = (sealed: Sealed) => Buffer | void;

export const listing =
  (entries: [number, Listing][], craft?: (sealed: Sealed) => string): Craft =>
  (sealed) => {
    const { file, trailer } = sealed;
    file.end(file.table(entries, craft ? craft(sealed) : trailer));
  };

/** A table that lists these objects, each with its body. @param blanks after the end */
export const withObjects =
  (bodies: (sealed: Sealed) => Record<number, string | Buffer>, more = '', blanks = 0): Craft =>
  (sealed) => {
    const { file, trailer } = sealed;
    const listed = Object.entries(bodies(sealed)).map(([number, body]): [number, Listing] => [
      Number(number),
      file.object(Number(number), body),
    ]);
    file.end(file.table(listed, `${trailer} ${more}`)).add(' '.repeat(blanks));
  };

export const replacing =
  (craft: (sealed: Sealed, changed: Listing) => Buffer | void): Craft =>
  (sealed) =>
    craft(sealed, sealed.file.stream(CONTENT, NEW));

/** The sealed file with an update of one of these kinds. */
export function craftedUpdate(sealed: Buffer, craft: Craft): Buffer {
  const known = read(sealed);
  return craft(known) ?? known.file.bytes;
}

const numberAt = (key: string, dictionary: string) =>
  Number(new RegExp(`/${key}\\s*\\[?\\s*(\\d+) 0 R`).exec(dictionary)![1]);

/** An update of the catalog that adds these entries, and further objects. */
export const ofCatalog = (entries: string, objects: Record<number, string | Buffer> = {}): Craft =>
  withObjects(({ dictionary, root }) => ({ [root]: `<< ${dictionary(root)} ${entries} >>`, ...objects }));

/** An update of the form that adds these entries. */
export const ofForm = (entries: string): Craft =>
  withObjects(({ dictionary, root }) => {
    const form = numberAt('AcroForm', dictionary(root));
    return { [form]: `<< ${dictionary(form)} ${entries} >>` };
  });

/** A new field over the words of the page, which shows other words. */
export const fieldOver = (entries: (known: { seal: number; signature: string }) => string): Craft =>
  withObjects(({ dictionary, root, page }) => {
    const form = numberAt('AcroForm', dictionary(root));
    const seal = Number(/\/Fields\s*\[[^\]]*?(\d+) 0 R\s*\]/.exec(dictionary(form))![1]);
    const signature = /\/V (\d+ 0 R)/.exec(dictionary(seal))![1]!;
    const more = (text: string, key: string) =>
      new RegExp(`/${key}\\s*\\[`).test(text)
        ? text.replace(new RegExp(`(/${key}\\s*\\[[^\\]]*)\\]`), `$1 ${FREE} 0 R]`)
        : `${text} /${key} [${FREE} 0 R]`;
    const own = entries({ seal, signature });
    const kids = own.startsWith('/Parent');
    const box = '[70 290 400 330]';
    return {
      3: `<< ${more(page, 'Annots')} >>`,
      [kids ? seal : form]: `<< ${more(dictionary(kids ? seal : form), kids ? 'Kids' : 'Fields')} >>`,
      [FREE]: `<< /Type /Annot /Subtype /Widget /F 4 /Rect ${box} /AP << /N ${OTHER} 0 R >> ${kids ? '' : '/T (more)'} ${own} >>`,
      [OTHER]: streamBody(
        `1 g 70 290 330 40 re f 0 g ${NEW}`,
        `/Type /XObject /Subtype /Form /BBox ${box} /Resources << /Font << /F1 5 0 R >> >>`,
      ),
    };
  });
