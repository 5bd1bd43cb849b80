import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FontFace } from './font-face.js';
import { readFaceNames } from './font-file.js';

/** Font folders of Linux distributions. */
const SYSTEM_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** Further files are ignored. */
const MAX_FILES = 2_000;
const MAX_DEPTH = 6;
const READ_BY_ALL = 0o004;

const FONT_FILE = /\.(?:ttf|otf|ttc|otc)$/i;
/** Of the system's fonts only this family is used: its faces match each other and are known to be complete. */
const FAMILY = /^Noto/;
/** Fonts with pictures instead of outlines, or without letters. */
const NOT_TEXT = /Emoji|Symbol|Math|Music|Blank/i;
/** Faces that are only used if there is no plainer one. */
const FANCY =
  /Thin|Light|Medium|Semi|Demi|Bold|Black|Heavy|Italic|Condensed|Mono|Serif|Nastaliq|Kufi|Looped|Rashi|Display|UI\b/i;

/** Chinese characters look different in these regions, whose codes end the names of faces. */
const REGIONS = [
  { ending: /\bKR$/, letters: /\p{Script=Hangul}/u },
  { ending: /\bJP$/, letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { ending: /\bTC$/, letters: /\p{Script=Bopomofo}/u },
];
const OTHERWISE = /\bSC$/;

/** The folders searched for fonts: the configured one, or those of the system. */
export const fontFolders = (configured: string | undefined): string[] =>
  configured === undefined ? SYSTEM_FOLDERS : [configured];

/** The faces in these folders, plain upright ones first. Unreadable folders and files are skipped. */
export function findFaces(configured: string | undefined): FontFace[] {
  const files = fontFolders(configured).flatMap((folder) =>
    filesIn(folder).filter(
      (path) => !NOT_TEXT.test(basename(path)) && (folder === configured || FAMILY.test(basename(path))),
    ),
  );
  const faces = [...new Set(files)].slice(0, MAX_FILES).flatMap((path) =>
    namesOf(path).map((name, index) => ({
      face: new FontFace(path, index, name),
      isFancy: FANCY.test(basename(path)) || FANCY.test(name),
    })),
  );
  return [...faces.filter(({ isFancy }) => !isFancy), ...faces.filter(({ isFancy }) => isFancy)].map(
    ({ face }) => face,
  );
}

/** The same faces, starting with those that write Chinese characters as the rest of the text suggests. */
export function forRegionOf(texts: readonly string[], faces: readonly FontFace[]): FontFace[] {
  const region = REGIONS.find(({ letters }) => texts.some((text) => letters.test(text)));
  const ending = region?.ending ?? OTHERWISE;
  const isOf = ({ name }: FontFace) => ending.test(name);
  return [...faces.filter(isOf), ...faces.filter((face) => !isOf(face))];
}

function filesIn(folder: string, depth = 0): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return depth < MAX_DEPTH ? filesIn(path, depth + 1) : [];
        return FONT_FILE.test(entry.name) && isOpen(path) ? [path] : [];
      });
  } catch {
    return [];
  }
}

/** The processes that draw text can have another account. */
const isOpen = (path: string) => (statSync(path).mode & READ_BY_ALL) !== 0;

function namesOf(path: string): string[] {
  try {
    return readFaceNames(path);
  } catch {
    return [];
  }
}
