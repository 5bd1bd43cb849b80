import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

const FIGURES = 'docs/figures.json';
const QUEUE = 'src/platform/jobs';

/**
 * Checks figures repeated on several pages. docs/figures.json has the value of each, and the sentences that contain
 * it, with … standing for the value.
 */
export function figureFaults(pages) {
  const figures = JSON.parse(readFileSync(join(ROOT, FIGURES), 'utf8'));
  const named = figures.flatMap(({ figure, value, places }) =>
    Object.entries(places).flatMap(([page, sentences]) =>
      sentences
        .map((sentence) => sentence.replace('…', value))
        .filter((sentence) => !inOneLine(pages.get(page)).includes(sentence))
        .map((sentence) => `${page} must say "${sentence}": ${figure} is ${value} in ${FIGURES}`),
    ),
  );
  const counted = figures.filter(
    ({ figure, value }) => figure === `lines of ${QUEUE}` && value !== queueLines(),
  );
  return [...named, ...counted.map(({ figure }) => `${FIGURES}: ${figure} must be ${queueLines()}`)];
}

const inOneLine = (text) => text.replace(/\s+/g, ' ');

/** Lines of code without tests, to the nearest hundred. */
function queueLines() {
  const files = readdirSync(join(ROOT, QUEUE), { recursive: true }).filter((name) =>
    /(?<!\.spec)\.ts$/.test(name),
  );
  const lines = files.flatMap((name) =>
    readFileSync(join(ROOT, QUEUE, name), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return (Math.round(lines.length / 100) * 100).toLocaleString('en');
}
