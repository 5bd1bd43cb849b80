import { assemblePdf, PAGE_TREE, streamBody } from './pdf-samples.js';
import { type Craft, FONT, FREE, NEW, OTHER, PAGE, saying, withObjects } from './sealed-update.js';

const NOWHERE = '9999 0 R';
const OTHER_PAGE = `<< ${PAGE.replace('4 0 R', `${FREE} 0 R`)} >>`;
const CONTENT = { [FREE]: streamBody(NEW) };

const counted = (had: string, count: number | string) =>
  count === '' ? '' : `/Count ${typeof count === 'number' ? Number(had) + count : count}`;

/** The page tree with these kids, where `@` stands for those that it has, and a count, by number that of further pages. */
const tree = (kids: string, count: number | string, objects: Record<number, string | Buffer> = {}): Craft =>
  withObjects(({ dictionary }) => ({
    2: `<< ${dictionary(2)
      .replace(/\/Kids\s*\[([^\]]*)\]/, (_, listed: string) => `/Kids [${kids.replace('@', listed)}]`)
      .replace(/\/Count\s*(\d+)/, (_, had: string) => counted(had, count))} >>`,
    ...objects,
  }));

const withPage = (page: string): Craft => tree(`${OTHER} 0 R @`, 1, { ...CONTENT, [OTHER]: page });

/** Updates of a page tree in which programs find different pages. */
export const TREES: Record<string, Craft> = {
  'a page that stands in its node': tree(`${OTHER_PAGE} @`, 1, CONTENT),
  'a page that stands in its node and is not counted': tree(`${OTHER_PAGE} @`, 0, CONTENT),
  'a page without a type': withPage(OTHER_PAGE.replace('/Type /Page', '')),
  'a page that is a template': withPage(OTHER_PAGE.replace('/Type /Page', '/Type /Template')),
  'a page that calls itself a node': withPage(OTHER_PAGE.replace('/Type /Page', '/Type /Pages')),
  'a node that is a page without kids': withPage(OTHER_PAGE.replace('/Type /Page', '/Kids [] /Count 0')),
  'no page before the page': tree('null @', 0),
  'a page that does not exist before the page': tree(`${NOWHERE} @`, 0),
  'a count of none': tree('@', '0'),
  'a count below zero': tree('@', '-1'),
  'a count that is a string': tree('@', '(1)'),
  'a count that is a dictionary': tree('@', '1 0 R'),
  'no count': tree('@', ''),
  'a page whose height has two signs': withObjects(({ page }) => ({
    3: `<< ${page.replace('600 400]', '600 --400]')} >>`,
  })),
};

/** A document with another content of its page in the data of a stream, where programs may search for objects. */
export const withHiddenContent = (): Buffer =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /Names 6 0 R >>',
    PAGE_TREE,
    `<< ${PAGE} >>`,
    streamBody(saying(100)),
    FONT,
    '<< /Dests 7 0 R >>',
    '<< /Names [] /Data 8 0 R >>',
    streamBody(`\n4 0 obj\n<< /Length ${NEW.length} >>\nstream\n${NEW}\nendstream\nendobj\n`),
  ]);

/** Updates after which some programs search the whole file, since an object is missing. */
export const SEARCHED: Record<string, Craft> = {
  'a version that does not exist': withObjects(({ dictionary, root }) => ({
    [root]: `<< ${dictionary(root)} /Version ${NOWHERE} >>`,
  })),
  'a description that does not exist': withObjects(() => ({ [FREE]: '<< >>' }), `/Info ${NOWHERE}`),
};
