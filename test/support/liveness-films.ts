import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { CODE_DIR } from '../../src/platform/config/paths.js';

const PROGRAM = join(CODE_DIR, 'scripts/liveness/write-camera-film.js');

/**
 * Writes a film for Chromium's fake camera, in which a person moves through these poses in a loop. The file
 * name must end in `.mjpeg`. Rendered in a separate process, because the test runner's sandbox makes it ten
 * times slower.
 */
export async function writeCameraFilm(
  file: string,
  steps: readonly ChallengeStep[],
  { firstMs, holdMs }: { firstMs: number; holdMs: number },
): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM, file, String(firstMs), String(holdMs), ...steps]);
}
