import { headPose } from '../../src/identity-documents/engines/liveness/head-pose.js';
import { type FacePoint3, headDepth, type HeadVariation } from './head-shape.js';
import { eyeCentre, type SampleFace } from './sample-faces.js';

/** A textured grid of points in space. */
export interface Surface {
  columns: number;
  rows: number;
  points: FacePoint3[];
  /** Texture coordinates of each point in pixels, and its opacity, 0 to 1. */
  texture: { u: number; v: number; alpha: number }[];
  /** Centre of rotation. */
  pivot: FacePoint3;
}

/** A bent sheet: `curvature` is 1 / radius in eye distances, `axis` the direction of the bend in radians. */
export interface Bend {
  curvature: number;
  axis: number;
}

const COLUMNS = 44;
const ROWS = 50;
/** Half-axes of the head in the image, in eye distances, and its middle below the eyes. */
const HEAD = { across: 1.45, up: 1.9, down: 2.3, middle: 0.2 };
/** The neck, about which a head turns, behind the tip of the nose. */
export const NECK: FacePoint3 = { x: 0, y: 0.6, z: -1.6 };

/** How far hair lifts a point of the head towards the camera, in eye distances. */
export type Hair = (x: number, y: number) => number;

/** A face photo on a three-dimensional head, rotated to look straight ahead. */
export function headSurface(face: SampleFace, variation: HeadVariation, hair: Hair = () => 0): Surface {
  const place = toEyeDistances(face);
  const yaw = (headPose(face.landmarks).yaw * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(yaw), Math.sin(yaw)];
  const depth = headDepth(face.landmarks.map(place), variation, yaw);
  return surface(face, NECK, (x, y) => {
    const up = (y - HEAD.middle) / (y < HEAD.middle ? HEAD.up : HEAD.down);
    const z = depth(x, y) + hair(x, y);
    const point = { x: x * cosine - z * sine, y, z: x * sine + z * cosine };
    const off = Math.hypot(point.x / HEAD.across, up);
    return { point, alpha: Math.min(1, Math.max(0, (1.06 - off) / 0.1)) };
  });
}

/** The same photo on paper, flat or bent. */
export function sheetSurface(face: SampleFace, bend: Bend | null = null): Surface {
  return surface(face, { x: 0, y: 0.4, z: 0 }, (x, y) => ({
    point: bend ? bendPoint(x, y, bend) : { x, y, z: 0 },
    alpha: 1,
  }));
}

/**
 * Rolls a point about an axis through the middle of the face; with positive curvature the middle bulges
 * towards the camera.
 */
function bendPoint(x: number, y: number, { curvature, axis }: Bend): FacePoint3 {
  const [cosine, sine] = [Math.cos(axis), Math.sin(axis)];
  const middle = 0.4;
  const along = x * cosine + (y - middle) * sine;
  const across = -x * sine + (y - middle) * cosine;
  const rolled = Math.sin(across * curvature) / curvature;
  const z = (Math.cos(across * curvature) - 1) / curvature;
  return { x: along * cosine - rolled * sine, y: middle + along * sine + rolled * cosine, z };
}

/**
 * A mask cut from the photo along the face's outline, bent around the wearer's head and turning with it, with either
 * holes for the wearer's eyes or printed eyes.
 */
export function maskSurface(face: SampleFace, bend: Bend, eyes: 'holes' | 'printed'): Surface {
  return surface(face, NECK, (x, y) => {
    const hole = Math.min(...[-0.5, 0.5].map((eye) => Math.hypot((x - eye) / 0.26, y / 0.13)));
    const free = eyes === 'holes' ? Math.max(0, (hole - 0.8) / 0.4) : 1;
    return { point: bendPoint(x, y, bend), alpha: Math.min(1, free, outlined(x, y, 0.08)) };
  });
}

/**
 * The part of a head inside the face's outline, with soft edges: the area that a face-swapping program paints over.
 */
export function faceSurface(face: SampleFace, variation: HeadVariation): Surface {
  const head = headSurface(face, variation);
  const place = toEyeDistances(face);
  const texture = head.texture.map(({ u, v, alpha }) => {
    const { x, y } = place({ x: u, y: v });
    return { u, v, alpha: Math.min(alpha, outlined(x, y, 0.2)) };
  });
  return { ...head, texture };
}

/** 1 inside the outline of a face, 0 outside, with an edge of this width; all in eye distances. */
function outlined(x: number, y: number, edge: number): number {
  const outline = Math.hypot(x / 1.05, (y - 0.45) / (y < 0.45 ? 1.25 : 1.35));
  return Math.min(1, Math.max(0, (1.04 - outline) / edge));
}

function surface(
  face: SampleFace,
  pivot: FacePoint3,
  shape: (x: number, y: number) => { point: FacePoint3; alpha: number },
): Surface {
  const place = toEyeDistances(face);
  const { width, height } = face.picture;
  const made: Surface = { columns: COLUMNS, rows: ROWS, points: [], texture: [], pivot };
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [u, v] = [(column / (COLUMNS - 1)) * (width - 1), (row / (ROWS - 1)) * (height - 1)];
      const at = place({ x: u, y: v });
      const { point, alpha } = shape(at.x, at.y);
      made.points.push(point);
      made.texture.push({ u, v, alpha });
    }
  }
  return made;
}

/** Maps pixels of a face image to eye distances from the midpoint of its eyes. */
function toEyeDistances({
  landmarks,
  eyeDistance,
}: SampleFace): (point: { x: number; y: number }) => { x: number; y: number } {
  const [left, right] = [eyeCentre(landmarks, 36), eyeCentre(landmarks, 42)];
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  return ({ x, y }) => ({ x: (x - middle.x) / eyeDistance, y: (y - middle.y) / eyeDistance });
}
