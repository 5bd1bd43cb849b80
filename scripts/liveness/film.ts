import { type RgbImage } from '../../src/identity-documents/engines/imaging/rgb-image.js';
import { type Random } from '../mrz/random.js';
import { withDroppedJaw, withOpenMouth } from './mouth.js';
import { type Pose, renderSurface } from './render-surface.js';
import { eyeCentre, type SampleFace } from './sample-faces.js';
import { type Surface } from './surface.js';

/** One moment of a film. */
export interface Moment {
  pose: Pose;
  /** Milliseconds since the film began. */
  atMs: number;
  isBlinking: boolean;
  /** How far the mouth is open, 0 to 1. */
  mouth?: number;
}

/** Setting and camera of a film. */
export interface Scene {
  width: number;
  height: number;
  /** Focal length in pixels. */
  focal: number;
  background: RgbImage;
  /** Brightness at the start, its change per second, and standard deviation of sensor noise (0 to 255). */
  light: number;
  lightDrift: number;
  noise: number;
}

/** The subject of the film: a face, and anything behind or in front of it that moves along. */
export interface Subject {
  face: SampleFace;
  surface: Surface;
  behind?: Layer | undefined;
  front?: Layer | undefined;
}

/** An additional surface with its own picture. */
export interface Layer {
  picture: RgbImage;
  surface: Surface;
}

/** Renders one moment as the camera sees it. */
export function renderFrame(scene: Scene, subject: Subject, moment: Moment, random: Random): RgbImage {
  const { width, height, focal } = scene;
  const picture = { pixels: new Uint8Array(scene.background.pixels), width, height };
  const draw = (layer: Layer | undefined) => {
    if (layer) renderSurface(picture, layer.picture, layer.surface, moment.pose, focal);
  };
  draw(subject.behind);
  draw(faceAt(subject, moment));
  draw(subject.front);
  const gain = scene.light * (1 + (scene.lightDrift * moment.atMs) / 1000);
  const slope = 0.1 * Math.sin(moment.atMs / 3000);
  const { pixels } = picture;
  for (let index = 0; index < pixels.length; index++) {
    const across = (Math.floor(index / 3) % width) / width - 0.5;
    const value = pixels[index]! * gain * (1 + slope * across) + scene.noise * random.quickGaussian();
    pixels[index] = Math.min(255, Math.max(0, value));
  }
  return picture;
}

function faceAt({ face, surface }: Subject, { isBlinking, mouth = 0 }: Moment): Layer {
  const picture = isBlinking ? withClosedEyes(face) : face.picture;
  if (mouth === 0) return { picture, surface };
  return { picture: withOpenMouth({ ...face, picture }, mouth), surface: withDroppedJaw(surface, mouth) };
}

/** The face with its eyelids closed: skin from below the eyes drawn over them. */
function withClosedEyes({ picture, landmarks, eyeDistance }: SampleFace): RgbImage {
  const pixels = new Uint8Array(picture.pixels);
  for (const first of [36, 42] as const) {
    const middle = eyeCentre(landmarks, first);
    const skin = 3 * (Math.round(middle.y + 0.24 * eyeDistance) * picture.width + Math.round(middle.x));
    for (let y = -Math.round(0.1 * eyeDistance); y <= 0.1 * eyeDistance; y++) {
      for (let x = -Math.round(0.22 * eyeDistance); x <= 0.22 * eyeDistance; x++) {
        if (Math.hypot(x / 0.22, y / 0.1) > eyeDistance) continue;
        const at = 3 * (Math.round(middle.y + y) * picture.width + Math.round(middle.x + x));
        for (let channel = 0; channel < 3; channel++) pixels[at + channel] = picture.pixels[skin + channel]!;
      }
    }
  }
  return { ...picture, pixels };
}
