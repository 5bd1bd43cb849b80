import sharp from 'sharp';
import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type ChallengeStep } from '../../src/identity-documents/engines/liveness/challenge.js';
import { Random } from '../mrz/random.js';
import { renderFrame } from './film.js';
import { type Pose } from './render-surface.js';
import { sampleFace } from './sample-faces.js';
import { randomScene } from './scene.js';
import { headSurface } from './surface.js';

/** Timing, size and subject of a film. */
export interface CameraFilmOptions {
  /** The first pose is held longer, because the page opens the camera before the challenge begins. */
  firstMs?: number;
  /** For every other pose; longer than the server takes for two frames. */
  holdMs?: number;
  width?: number;
  height?: number;
  /** Index of the sample face. */
  face?: number;
  seed?: number;
}

/** Frame rate at which Chromium plays an MJPEG file. */
const PLAYED_PER_SECOND = 30;
/** Rendered frames per second; each is repeated to reach the frame rate. */
const DRAWN_PER_SECOND = 6;
const MOVING_MS = 800;
const FAR = 9;
const NEAR = 5.4;
const TURN = 31;
const REST: Pose = { yaw: 0, pitch: 2, roll: 1, distance: FAR, dx: 0, dy: 0 };

/**
 * A film of a person moving through the poses, as MJPEG for Chromium's fake camera
 * (`--use-file-for-fake-video-capture`), which plays it in a loop. Every rendered frame has its own noise, so
 * no two are equal.
 */
export async function renderCameraFilm(
  steps: readonly ChallengeStep[],
  { firstMs = 6_000, holdMs = 4_000, width = 640, height = 480, face = 0, seed = 1 }: CameraFilmOptions = {},
): Promise<Buffer> {
  const random = new Random(seed);
  const chosen = await sampleFace(face);
  const surface = headSurface(chosen, { depth: 1, nose: 1.05 });
  const scene = { ...randomScene(random, FAR, width, height), light: 1.05, noise: 2.5 };
  const pictures: Buffer[] = [];
  for (const [index, pose] of posesOf(steps, firstMs, holdMs).entries()) {
    const swayed = { ...pose, yaw: pose.yaw + 0.4 * random.gaussian(), dx: pose.dx + random.gaussian() };
    const moment = { pose: swayed, atMs: (index * 1000) / DRAWN_PER_SECOND, isBlinking: random.chance(0.03) };
    const picture = await toJpeg(renderFrame(scene, { face: chosen, surface }, moment, random));
    for (let times = 0; times < PLAYED_PER_SECOND / DRAWN_PER_SECOND; times++) pictures.push(picture);
  }
  return Buffer.concat(pictures);
}

/** Portrait of the person in the film, as printed on a document: JPEG, 4:5, head and shoulders. */
export async function filmPortrait(face = 0): Promise<Buffer> {
  const { picture } = await sampleFace(face);
  const { pixels, width, height } = picture;
  const shown = Math.round(0.8 * height);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({
      left: Math.round((width - shown) / 2),
      top: Math.round(0.1 * height),
      width: shown,
      height: height - Math.round(0.1 * height),
    })
    .jpeg({ quality: 92 })
    .toBuffer();
}

function posesOf(steps: readonly ChallengeStep[], firstMs: number, holdMs: number): Pose[] {
  const pictures = (ms: number) => Math.round((ms * DRAWN_PER_SECOND) / 1000);
  const poses: Pose[] = [];
  let last = poseFor(steps[0] ?? 'straight_ahead');
  for (const [index, step] of steps.entries()) {
    const target = poseFor(step);
    const moving = pictures(MOVING_MS);
    if (index > 0) for (let part = 1; part < moving; part++) poses.push(between(last, target, part / moving));
    for (let held = 0; held < pictures(index === 0 ? firstMs : holdMs); held++) poses.push(target);
    last = target;
  }
  return poses;
}

function poseFor(step: ChallengeStep): Pose {
  if (step === 'turn_left') return { ...REST, yaw: TURN };
  if (step === 'turn_right') return { ...REST, yaw: -TURN };
  return step === 'come_closer' ? { ...REST, distance: NEAR } : REST;
}

function between(from: Pose, to: Pose, share: number): Pose {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return { ...from, yaw: mix(from.yaw, to.yaw), distance: mix(from.distance, to.distance) };
}

function toJpeg({ pixels, width, height }: RgbImage): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
