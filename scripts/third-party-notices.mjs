// `npm run notices`: writes THIRD_PARTY_NOTICES.txt, the licences of all third-party work that runs on the server or
// in browsers. Without --write, it only checks that the file is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';
import { LOCK, shippedPackages } from './shipped-packages.mjs';

const FILE = join(ROOT, 'THIRD_PARTY_NOTICES.txt');
const LICENCE_FILE = /^(licen[sc]e|copying|notice)/i;
const RULE = '='.repeat(80);
const NO_TEXT = 'These packages carry no text of their licence; the list above names it.';
/** Packages for a single platform, such as `@img/sharp-linux-x64`, are listed as `@img/sharp-*`. */
const PLATFORM = /(darwin|linux|win|freebsd|wasm|webcontainers).*$/;

const notices = render(gather(await shippedPackages()));
if (process.argv.includes('--write')) writeFileSync(FILE, notices);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== notices) {
  console.error('THIRD_PARTY_NOTICES.txt is out of date: run npm run notices.');
  process.exit(1);
}

/** One entry per name and version, with its licence texts, by name. */
function gather(places) {
  const entries = new Map();
  for (const [path, where] of places) {
    const { version, license = 'see its text', os, cpu } = LOCK[path];
    const ownName = path.replace(/^.*node_modules\//, '');
    const name = `${os || cpu ? `${ownName.replace(PLATFORM, '')}*` : ownName} ${version}`;
    const entry = entries.get(name) ?? { name, places: new Set(), licences: new Set(), texts: new Set() };
    entries.set(name, entry);
    entry.licences.add(license);
    for (const place of where) entry.places.add(place);
    for (const text of textsOf(join(ROOT, path))) entry.texts.add(text);
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The licence files of a package, or the section of its README. */
function textsOf(folder) {
  if (!existsSync(folder)) return [];
  const files = licenceFiles(folder, 1);
  if (files.length > 0) return files.map((file) => readFileSync(file, 'utf8'));
  const readme = readdirSync(folder).find((name) => /^readme/i.test(name));
  const chapter =
    readme && /^#+ *licen[sc]e.*\n([^]*)/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1];
  return chapter?.includes('Permission is') ? [chapter] : [];
}

function licenceFiles(folder, depth) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return LICENCE_FILE.test(entry.name) ? [path] : [];
    return depth > 0 && entry.isDirectory() && entry.name !== 'node_modules'
      ? licenceFiles(path, depth - 1)
      : [];
  });
}

function render(entries) {
  const list = entries.map(
    ({ name, places, licences }) => `${name} (${[...places].join(', ')}): ${[...licences].join(', ')}`,
  );
  const byText = new Map();
  for (const entry of entries) {
    for (const text of entry.texts.size > 0 ? entry.texts : ['']) {
      const { key, copyright, body } = split(text);
      const group = byText.get(key) ?? { body, holders: [] };
      byText.set(key, group);
      group.holders.push([entry.name, ...copyright.map((line) => `  ${line}`)].join('\n'));
    }
  }
  const texts = [...byText.values()].map(({ holders, body }) => [RULE, ...holders, '', body].join('\n'));
  const components = readFileSync(join(ROOT, 'scripts/third-party-components.txt'), 'utf8');
  return [`${components}\n${list.join('\n')}\n`, ...texts].join('\n') + '\n';
}

/** Separates copyright lines, since many packages share the rest of the text. */
function split(text) {
  const lines = text
    .replaceAll('\r', '')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd());
  const isCopyright = (line) => /^\W*(copyright|\(c\)|©) .*(\d{4}|\bby\b)/i.test(line) && line.length < 160;
  const copyright = lines.filter(isCopyright).map((line) => line.trim());
  const body = lines
    .filter((line) => !isCopyright(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { key: body.replace(/\W+/g, ' ').toLowerCase(), copyright, body: body || NO_TEXT };
}
