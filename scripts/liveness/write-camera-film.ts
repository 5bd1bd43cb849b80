import { writeFileSync } from 'node:fs';
import {
  CHALLENGE_STEPS,
  type ChallengeStep,
} from '../../src/identity-documents/engines/liveness/challenge.js';
import { renderCameraFilm } from './camera-film.js';

// node dist/scripts/liveness/write-camera-film.js FILE FIRST_MS HOLD_MS STEP… writes a film for Chromium's
// fake camera.
const [file, firstMs, holdMs, ...steps] = process.argv.slice(2);
const known = steps.filter((step): step is ChallengeStep => CHALLENGE_STEPS.includes(step as ChallengeStep));
writeFileSync(file!, await renderCameraFilm(known, { firstMs: Number(firstMs), holdMs: Number(holdMs) }));
