import { type ChallengeStep } from '../../src/document-analysis/engines/liveness/challenge.js';
import {
  type CameraFilmOptions,
  filmPortrait as portrait,
  renderCameraFilm as render,
} from '../../scripts/liveness/camera-film.js';

/**
 * A film for Chromium's fake camera, of a person who takes these poses one after another and begins anew. Written to a
 * file that ends in `.mjpeg`, it goes into `--use-file-for-fake-video-capture`. The same arguments give the same bytes.
 */
export function renderCameraFilm(
  steps: readonly ChallengeStep[],
  options: CameraFilmOptions = {},
): Promise<Buffer> {
  return render(steps, options);
}

/** The photo of that person, a JPEG to be put on a document. */
export function filmPortrait(face?: number): Promise<Buffer> {
  return portrait(face);
}
