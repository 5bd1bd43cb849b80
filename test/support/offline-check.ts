import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { textPdf } from './pdf-samples.js';
import { newSealingKey } from './sealing-keys.js';
import { sealedPdf } from './signed-pdfs.js';

/** What `evidence:verify` ended with and printed. */
interface OfflineVerdict {
  status: number | null;
  stdout: string;
}

/** Runs `evidence:verify` on a computer without a database, as anyone could. @param other - given with `--evidence` */
export function verifyOffline(pdf: Buffer, options: string[] = [], other?: Buffer): OfflineVerdict {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-offline-'));
  try {
    const [file, second] = [join(folder, 'file.pdf'), join(folder, 'other.pdf')];
    writeFileSync(file, pdf);
    if (other) writeFileSync(second, other);
    const all = [...options, ...(other ? ['--evidence', second] : [])];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(PROJECT_ROOT, 'dist/src/cli.js'), 'evidence:verify', file, ...all],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'none') } },
    );
    expect(stderr).toBe('');
    return { status, stdout };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A sealed PDF with this evidence, as somebody with a key for seals could make. */
export async function certificateWith(evidence: object, template: Buffer | null): Promise<Buffer> {
  const pdf = await PDF.load(await textPdf());
  pdf.addAttachment('evidence.json', Buffer.from(JSON.stringify(evidence)));
  if (template) pdf.addAttachment('template.json', template);
  return sealedPdf(Buffer.from(await pdf.save()), await newSealingKey('p256'));
}

/** The places at which the printed verdict calls the evidence wrong. */
export const wrongPlaces = ({ stdout }: OfflineVerdict): string[] =>
  [...stdout.matchAll(/In this certificate, (.+?) does not agree with /g)].map(([, place]) => place!);
