import sharp from 'sharp';
import { renderPassport } from '../../../../test/support/passport-renderer.js';
import { filmPortrait } from '../../../../scripts/liveness/camera-film.js';
import { rgbOf, sampleFaces } from '../../../../scripts/liveness/sample-faces.js';
import { drawMoment } from '../../../../scripts/liveness/film.js';
import { randomScene } from '../../../../scripts/liveness/scene.js';
import { headSurface } from '../../../../scripts/liveness/surface.js';
import { Random } from '../../../../scripts/mrz/random.js';
import { headPose } from '../liveness/head-pose.js';
import { FaceApiEngine } from './face-api.engine.js';
import { faceDistance, matchFaces } from './face-match.js';
import { type RgbPicture } from './face.port.js';
import { readPortrait } from './portrait.js';

const SMALL = { pageWidth: 800 };
const engine = new FaceApiEngine();

async function seenAt(yaw: number): Promise<RgbPicture> {
  const random = new Random(7);
  const [face] = await sampleFaces();
  const surface = headSurface(face!, { depth: 1, nose: 1 });
  const pose = { yaw, pitch: 0, roll: 0, distance: 9, dx: 0, dy: 0 };
  return drawMoment(randomScene(random, 9), face!, surface, { pose, atMs: 0, isBlinking: false }, random);
}

describe('the face engine', () => {
  test('finds a face, its landmarks and its pose, and knows the person after a turn', async () => {
    const [frontal] = await engine.observe(await seenAt(0), 'camera');
    const [left] = await engine.observe(await seenAt(30), 'camera');
    const [right] = await engine.observe(await seenAt(-30), 'camera');
    expect(frontal!.landmarks).toHaveLength(68);
    expect(frontal!.descriptor).toHaveLength(128);
    expect(Math.abs(headPose(frontal!.landmarks).yaw)).toBeLessThan(10);
    expect(headPose(left!.landmarks).yaw).toBeGreaterThan(20);
    expect(headPose(right!.landmarks).yaw).toBeLessThan(-20);
    for (const turned of [left!, right!])
      expect(faceDistance(frontal!.descriptor, turned.descriptor)).toBeLessThan(0.58);
  });

  const leftOf = (page: Buffer) => () =>
    rgbOf(sharp(page).extract({ left: 0, top: 0, width: 0.45 * SMALL.pageWidth, height: 560 }));

  test('tells two people apart by the portraits on their passports', async () => {
    const pages = [0, 4].map(async (face) => renderPassport({ portrait: await filmPortrait(face) }, SMALL));
    const [own, theirs] = await Promise.all(
      pages.map(async (page) =>
        readPortrait(engine, leftOf(await page), async () => rgbOf(sharp(await page))),
      ),
    );
    const [held] = await engine.observe(await rgbOf(sharp(await filmPortrait(0))), 'camera');
    expect([own, theirs]).toMatchObject([{ isCertain: true }, { isCertain: true }]);
    expect(matchFaces(own!.descriptor!, [held!.descriptor]).outcome).toBe('clear');
    expect(matchFaces(theirs!.descriptor!, [held!.descriptor]).outcome).toBe('fail');
  });

  test('finds a portrait that stands elsewhere', async () => {
    const page = await renderPassport({ portrait: await filmPortrait(0) }, SMALL);
    const empty = await rgbOf(sharp(page).extract({ left: 600, top: 100, width: 180, height: 300 }));
    const found = await readPortrait(
      engine,
      () => Promise.resolve(empty),
      () => rgbOf(sharp(page)),
    );
    expect(found).toMatchObject({ found: true, isCertain: true });
  });

  // The detector for documents is surer of this face upside down than it is of it upright.
  test('is certain of no portrait on a page of which nobody knows how it lies', async () => {
    const page = sharp(await renderPassport({ portrait: await filmPortrait(0) }, SMALL)).rotate(180);
    const found = await readPortrait(engine, null, () => rgbOf(page));
    expect(found).toMatchObject({ found: true, isCertain: false });
  });

  test('an empty picture shows nobody', async () => {
    const empty = { pixels: new Uint8Array(3 * 200 * 200).fill(128), width: 200, height: 200 };
    expect(await engine.observe(empty, 'camera')).toEqual([]);
  });
});
