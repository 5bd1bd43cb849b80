import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { readSignatures } from '../../src/pdf-signatures/read-signatures.js';

/** The outcome of a tool run on files written for it. */
interface Said {
  status: number | null;
  /** Both streams. */
  output: string;
  /** What it printed without its complaints. */
  printed: string;
}

/** Runs a tool on temporary files. Names in `args` that are keys of `files` become their paths. */
export function ask(program: string, args: string[], files: Record<string, Buffer | string>): Said {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-validate-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const paths = args.map((each) => (each in files ? join(folder, each) : each));
    const { status, stdout, stderr, error } = spawnSync(program, paths, { encoding: 'utf8' });
    if (error) throw error;
    return { status, output: stdout + stderr, printed: stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface PdfsigVerdict {
  signer: string;
  /** `ETSI.CAdES.detached` … */
  kind: string;
  /** The first line of its verdict, such as `Signature is Valid.` */
  verdict: string;
  coversAll: boolean;
}

/** poppler's verdict on every signature in a PDF. */
export function pdfsig(pdf: Buffer): PdfsigVerdict[] {
  return readPdfsig(ask('pdfsig', ['file.pdf'], { 'file.pdf': pdf }).output);
}

/** Parses the output of pdfsig. */
export function readPdfsig(output: string): PdfsigVerdict[] {
  return output
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map((part) => {
      const field = (name: string) => new RegExp(`- ${name}: (.*)`).exec(part)?.[1]?.trim() ?? '';
      return {
        signer: field('Signer Certificate Common Name'),
        kind: field('Signature Type'),
        verdict: field('Signature Validation'),
        coversAll: part.includes('Total document signed'),
      };
    });
}

/** Whether qpdf finds no error in a file's structure. */
export function qpdfAccepts(pdf: Buffer): boolean {
  return ask('qpdf', ['--check', 'file.pdf'], { 'file.pdf': pdf }).status === 0;
}

/** Whether MuPDF opens every page of a file without a warning. */
export function mutoolAccepts(pdf: Buffer): boolean {
  const { status, output } = ask('mutool', ['draw', '-F', 'trace', '-o', '/dev/null', 'file.pdf'], {
    'file.pdf': pdf,
  });
  return status === 0 && !/error/i.test(output);
}

/** Whether `openssl cms -verify` accepts each signature over its byte range, trusting only `authority` (DER). */
export async function opensslAccepts(pdf: Buffer, authority: Buffer): Promise<boolean[]> {
  const pem = `-----BEGIN CERTIFICATE-----\n${authority.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  const signatures = readSignatures(await PDF.load(pdf), pdf);
  const messages = signatures.filter(({ subFilter }) => subFilter !== 'ETSI.RFC3161');
  return messages.map(({ contents, gap }) => {
    const content = Buffer.concat([pdf.subarray(0, gap.start), pdf.subarray(gap.end, gap.coveredBytes)]);
    const args = ['-inform', 'DER', '-in', 'message', '-content', 'content', '-binary', '-CAfile', 'ca.pem'];
    const { status } = ask('openssl', ['cms', '-verify', ...args, '-purpose', 'any', '-out', '/dev/null'], {
      message: contents,
      content,
      'ca.pem': pem,
    });
    return status === 0;
  });
}

/** The text of a PDF, as poppler extracts it. */
export function pdfText(pdf: Buffer): string {
  return ask('pdftotext', ['-enc', 'UTF-8', 'file.pdf', '-'], { 'file.pdf': pdf }).printed;
}

/** A file embedded in a PDF, as poppler extracts it. */
export function attachedFile(pdf: Buffer, name: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-detach-'));
  try {
    ask('pdfdetach', ['-savefile', name, '-o', join(folder, name), 'file.pdf'], { 'file.pdf': pdf });
    return readFileSync(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
