import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type Environment } from './environment.js';

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const STICKY = 0o1000;

/** Problems of the files that settings name, one line each. */
export function unusableFiles({ WEBHOOK_CA_FILE, TSA_CA_FILE, SEAL_P12, FONTS_DIR }: Environment): string[] {
  return [
    certificatesProblem('WEBHOOK_CA_FILE', WEBHOOK_CA_FILE),
    certificatesProblem('TSA_CA_FILE', TSA_CA_FILE),
    keyProblem(SEAL_P12),
    folderProblem('FONTS_DIR', FONTS_DIR),
  ].filter((problem) => problem !== null);
}

function certificatesProblem(name: string, file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    const blocks = readFileSync(file, 'utf8').match(PEM) ?? [];
    for (const block of blocks) new X509Certificate(block);
    return blocks.length > 0 ? null : `${name} must name a PEM file of certificates; ${file} contains none`;
  } catch (error) {
    return `${name} must name a PEM file of certificates; ${file} cannot be read (${reasonOf(error)})`;
  }
}

function folderProblem(name: string, folder: string | undefined): string | null {
  if (folder === undefined) return null;
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    return `${name} must name a folder; ${folder} cannot be read (${reasonOf(error)})`;
  }
}

/** The code that opens the key decides whether it can seal: `doctor` runs without one and reports the problem. */
function keyProblem(file: string | undefined): string | null {
  if (file === undefined) return null;
  try {
    readFileSync(file);
    return null;
  } catch (error) {
    return `SEAL_P12 must name a PKCS#12 file; ${file} cannot be read (${reasonOf(error)})`;
  }
}

/**
 * Creates the data folder and denies other accounts access. A folder like /tmp, which belongs to everyone, stays
 * open.
 * @returns why it cannot be used, or null
 */
export function makeDataDir(dataDir: string): string | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if ((statSync(dataDir).mode & STICKY) === 0) chmodSync(dataDir, 0o700);
    return null;
  } catch (error) {
    return `DATA_DIR must be a folder of the service's own account; ${dataDir} cannot be used (${reasonOf(error)})`;
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
