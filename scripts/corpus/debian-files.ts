import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

const run = promisify(execFile);
const LIST = join(PROJECT_ROOT, 'test/corpus/debian-pdfs.txt');
/** Kept between runs, so nothing is downloaded twice. */
const CACHE = join(tmpdir(), 'countersign-corpus');

/** A PDF inside a Debian package. */
export interface ListedPdf {
  package: string;
  /** Path inside the package; `.pdf` or `.pdf.gz`. */
  path: string;
  /** SHA-256 of the file as packaged, lower-case hex. */
  sha256: string;
}

export interface CorpusPdf {
  /** `package: file name`. */
  name: string;
  bytes: Buffer;
  /** Whether this is the listed file, rather than one from another version of the package. */
  isAsListed: boolean;
}

export function readList(): ListedPdf[] {
  return readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name, path, sha256] = line.split('\t') as [string, string, string];
      return { package: name, path, sha256 };
    });
}

/**
 * Downloads and unpacks the missing packages with `apt-get download` and `dpkg-deb`; nothing is installed.
 * @returns the number of bytes downloaded
 * @throws Error if apt cannot reach its archive
 */
export async function fetchPackages(names: readonly string[]): Promise<number> {
  await mkdir(CACHE, { recursive: true });
  const present = await readdir(CACHE);
  const missing = [...new Set(names)].filter((name) => !present.includes(name));
  if (missing.length === 0) return 0;
  const options = { cwd: CACHE, maxBuffer: 64 * 1024 * 1024 };
  await run('apt-get', ['download', '--quiet=2', ...missing], options);
  let fetched = 0;
  for (const archive of (await readdir(CACHE)).filter((name) => name.endsWith('.deb'))) {
    fetched += (await stat(join(CACHE, archive))).size;
    await run('dpkg-deb', ['--extract', archive, archive.slice(0, archive.indexOf('_'))], options);
    await rm(join(CACHE, archive));
  }
  return fetched;
}

/** Reads a PDF; null if the package no longer contains it. */
export async function readPdf(listed: ListedPdf): Promise<CorpusPdf | null> {
  const packed = await readFile(join(CACHE, listed.package, listed.path)).catch(() => null);
  if (!packed) return null;
  const isAsListed = createHash('sha256').update(packed).digest('hex') === listed.sha256;
  const bytes = listed.path.endsWith('.gz') ? gunzipSync(packed) : packed;
  return { name: `${listed.package}: ${listed.path.split('/').at(-1)}`, bytes, isAsListed };
}
