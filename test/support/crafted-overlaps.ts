import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';
import { type Craft, FONT, FREE, NEW, PAGE, saying, withObjects } from './sealed-update.js';

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 600 400] /Resources << /Font << /F1 5 0 R >> >>';
/** As long as the new one, so that nothing but its bytes changes. */
const OLD_RENT = streamBody(saying(100).padEnd(NEW.length), FORM);
const NEW_RENT = streamBody(NEW, FORM);
const DRAWN = 6;

/** Catalog, page tree, page, its content, a font, and then what the content draws. */
function overlapping({
  catalog = '',
  page = '',
  resources = '',
  content = '',
  objects = [OLD_RENT] as (string | Buffer)[],
}) {
  return assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    PAGE_TREE,
    `<< ${PAGE.replace('/Font', `${resources} /Font`)} ${page} >>`,
    streamBody(content),
    FONT,
    ...objects,
  ]);
}

/**
 * Documents that draw objects which have another meaning as well, each with an update that changes what is drawn through
 * that object.
 */
export const OVERLAPS: Record<string, { document: Buffer; update: Craft }> = {
  'a field that the page draws': {
    document: overlapping({
      catalog: `/AcroForm << /Fields [${DRAWN} 0 R] >>`,
      resources: `/XObject << /X ${DRAWN} 0 R >>`,
      content: '/X Do',
    }),
    update: withObjects(() => ({ [DRAWN]: NEW_RENT })),
  },
  'a field that names what the page draws': {
    document: overlapping({
      catalog: `/AcroForm << /Fields [${DRAWN} 0 R] >>`,
      resources: `/XObject ${DRAWN} 0 R`,
      content: '/P Do',
      objects: ['<< /FT /Tx /T (Rent) /P 7 0 R >>', OLD_RENT],
    }),
    update: withObjects(() => ({
      [DRAWN]: `<< /FT /Tx /T (Rent) /P ${FREE} 0 R >>`,
      [FREE]: NEW_RENT,
    })),
  },
  'a description that the page draws': {
    document: overlapping({
      catalog: `/Metadata ${DRAWN} 0 R`,
      resources: '/XObject 1 0 R',
      content: '/Metadata Do',
    }),
    update: withObjects(() => ({ [DRAWN]: NEW_RENT })),
  },
  'a thumbnail that the page draws': {
    document: overlapping({
      page: `/Thumb ${DRAWN} 0 R`,
      resources: '/XObject 3 0 R',
      content: '/Thumb Do',
    }),
    update: withObjects(({ page }) => ({
      3: `<< ${page.replace(/\/Thumb \d+ 0 R/, `/Thumb ${FREE} 0 R`)} >>`,
      [FREE]: NEW_RENT,
    })),
  },
};
