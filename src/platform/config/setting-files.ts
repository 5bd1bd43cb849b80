import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Environment } from './environment.js';

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const STICKY = 0o1000;

/** What is wrong with the files that settings name, one line each. */
export function unusableFiles({
  WEBHOOK_CA_FILE,
  TSA_CA_FILE,
  SEAL_P12,
  SEAL_P12_PASSPHRASE,
  FONTS_DIR,
}: Environment): string[] {
  return [
    certificatesProblem('WEBHOOK_CA_FILE', WEBHOOK_CA_FILE),
    certificatesProblem('TSA_CA_FILE', TSA_CA_FILE),
    keyProblem(SEAL_P12, SEAL_P12_PASSPHRASE ?? ''),
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

/** Older ciphers, which OpenSSL no longer has, are left to the code that opens the file for sealing. */
function keyProblem(file: string | undefined, passphrase: string): string | null {
  if (file === undefined) return null;
  let pfx: Buffer;
  try {
    pfx = readFileSync(file);
  } catch (error) {
    return `SEAL_P12 must name a PKCS#12 file; ${file} cannot be read (${reasonOf(error)})`;
  }
  try {
    createSecureContext({ pfx, passphrase });
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION') return null;
    return 'SEAL_P12 cannot be opened: it is not a PKCS#12 file, or SEAL_P12_PASSPHRASE is wrong';
  }
}

/**
 * Creates the data folder and closes it to other accounts. A folder like /tmp, which belongs to everyone, is left open.
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
