import { spawnSync } from 'node:child_process';
import sharp, { type Sharp } from 'sharp';

/** A page of a PDF as poppler paints it, at 150 dpi. @param page - from 1 @param options - of pdftoppm */
export function pagePicture(pdf: Buffer, page: number, ...options: string[]): Sharp {
  const args = ['-png', '-r', '150', '-f', String(page), '-singlefile', ...options, '-'];
  const { stdout, stderr, error } = spawnSync('pdftoppm', args, { input: pdf, maxBuffer: 2 ** 26 });
  if (error) throw error;
  if (stdout.length === 0) throw new Error(stderr.toString());
  return sharp(stdout);
}
