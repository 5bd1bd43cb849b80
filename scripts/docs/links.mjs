import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { proseLines } from './pages.mjs';

const LINK = /\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g;
const ELSEWHERE = /^(?:[a-z]+:|\/)/;

/** Links to missing files, or to missing headings of a page. */
export function linkFaults(pages) {
  const headings = new Map([...pages].map(([page, text]) => [page, headingsOf(text)]));
  return [...pages].flatMap(([page, text]) =>
    linksOf(text)
      .filter((link) => !ELSEWHERE.test(link))
      .flatMap((link) => {
        const [path, heading] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(ROOT, target))) return [`${page} links to ${link}, which does not exist`];
        const isMissing = heading !== undefined && headings.get(target)?.has(heading) === false;
        return isMissing ? [`${page} links to ${link}, but ${target} has no such heading`] : [];
      }),
  );
}

/** A link can begin on one line and end on the next. */
function linksOf(text) {
  const prose = proseLines(text).map(({ line }) => line.replace(/`[^`]*`/g, ''));
  return [...prose.join('\n').matchAll(LINK)].map(([, link, source]) => link ?? source);
}

/** The anchors that GitHub derives from headings. */
function headingsOf(text) {
  const headings = new Set();
  for (const { line } of proseLines(text)) {
    const heading = /^#+ (.+)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const shown = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = shown.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; headings.has(unique); count++) unique = `${anchor}-${count}`;
    headings.add(unique);
  }
  return headings;
}
