import { renderFrame } from '../../../../scripts/liveness/film.js';
import { sampleFace } from '../../../../scripts/liveness/sample-faces.js';
import { randomScene } from '../../../../scripts/liveness/scene.js';
import { headSurface } from '../../../../scripts/liveness/surface.js';
import { Random } from '../../../../scripts/mrz/random.js';
import { inDepth } from '../../../../test/support/in-depth.js';
import { type RgbImage } from '../imaging/rgb-image.js';
import { headPose } from '../liveness/head-pose.js';
import { FaceApiEngine } from './face-api.engine.js';
import { faceDistance } from './face-match.js';

const engine = new FaceApiEngine();

async function seenAt(yaw: number): Promise<RgbImage> {
  const random = new Random(7);
  const face = await sampleFace(0);
  const surface = headSurface(face, { depth: 1, nose: 1 });
  const pose = { yaw, pitch: 0, roll: 0, distance: 9, dx: 0, dy: 0 };
  return renderFrame(randomScene(random, 9), { face, surface }, { pose, atMs: 0, isBlinking: false }, random);
}

describe('the face engine', () => {
  inDepth('finds a face, its landmarks and pose, and recognizes the person after a turn', async () => {
    const [frontal] = await engine.detectFaces(await seenAt(0), 'camera');
    const [left] = await engine.detectFaces(await seenAt(30), 'camera');
    const [right] = await engine.detectFaces(await seenAt(-30), 'camera');
    expect(frontal!.landmarks).toHaveLength(68);
    expect(frontal!.descriptor).toHaveLength(128);
    expect(Math.abs(headPose(frontal!.landmarks).yaw)).toBeLessThan(10);
    expect(headPose(left!.landmarks).yaw).toBeGreaterThan(20);
    expect(headPose(right!.landmarks).yaw).toBeLessThan(-20);
    for (const turned of [left!, right!])
      expect(faceDistance(frontal!.descriptor, turned.descriptor)).toBeLessThan(0.58);
  });

  test('finds nobody in an empty image', async () => {
    const empty = { pixels: new Uint8Array(3 * 200 * 200).fill(128), width: 200, height: 200 };
    expect(await engine.detectFaces(empty, 'camera')).toEqual([]);
  });
});
