import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { CODE_DIR } from '../../src/platform/config/paths.js';

const PROGRAM = join(CODE_DIR, 'scripts/liveness/write-camera-film.js');

/**
 * Writes a film for Chromium's fake camera, of a person who takes these poses one after another and begins anew; the
 * file's name ends in `.mjpeg`. Drawn in a process of its own: in the test runner's sandbox it takes ten times as long.
 */
export async function writeCameraFilm(
  file: string,
  steps: readonly ChallengeStep[],
  { firstMs, holdMs }: { firstMs: number; holdMs: number },
): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, file, String(firstMs), String(holdMs), ...steps]);
}
