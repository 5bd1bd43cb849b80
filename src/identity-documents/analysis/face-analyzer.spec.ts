import sharp from 'sharp';
import { filmPortrait } from '../../../scripts/liveness/camera-film.js';
import { renderCardFront } from '../../../scripts/mrz/render-card-front.js';
import { inDepth } from '../../../test/support/in-depth.js';
import { readMrzFromImage } from '../../../test/support/mrz-image.js';
import { renderPassport } from '../../../test/support/passport-renderer.js';
import { matchFaces } from '../engines/face/face-match.js';
import { type PortraitLocation } from './analysis-task.js';
import { observeCameraFrame, readDocumentPortrait } from './face-analyzer.js';

const HOLDER = 0;
const STRANGER = 4;
const UPRIGHT: PortraitLocation = { rotation: 0, mrzBox: null };
const TODAY = '2026-01-01';

async function faceOf(face: number): Promise<number[]> {
  const frame = await sharp(await filmPortrait(face))
    .resize({ width: 640 })
    .jpeg()
    .toBuffer();
  const seen = await observeCameraFrame(frame);
  return seen!.faces[0]!.descriptor;
}

/** The document with another person's photo lying on the desk to its left. */
async function withPhotoBeside(document: Buffer, width: number): Promise<Buffer> {
  const photo = await sharp(await filmPortrait(STRANGER))
    .resize({ width })
    .toBuffer();
  const desk = sharp(document).extend({ left: width + 60, background: '#57524a' });
  const wider = await desk.toBuffer();
  return sharp(wider)
    .composite([{ input: photo, left: 20, top: 60 }])
    .jpeg()
    .toBuffer();
}

async function placeOnPage(page: Buffer): Promise<PortraitLocation> {
  const { rotation, box } = (await readMrzFromImage(page, TODAY))!;
  return { rotation, mrzBox: box };
}

describe('the portrait on a document', () => {
  let holder: number[];
  let stranger: number[];
  let page: Buffer;
  let card: Buffer;

  beforeAll(async () => {
    [holder, stranger] = [await faceOf(HOLDER), await faceOf(STRANGER)];
    const portrait = await filmPortrait(HOLDER);
    page = await renderPassport({ portrait }, { pageWidth: 900, background: 'desk' });
    const fields = [['Surname', 'LINDQVIST']] as const;
    card = await renderCardFront({ title: 'IDENTITY CARD', fields, portrait }, { pageWidth: 900 });
  });

  inDepth('distinguishes the holder from another person by the portrait', async () => {
    for (const portrait of [
      await readDocumentPortrait(page, await placeOnPage(page)),
      await readDocumentPortrait(card, UPRIGHT),
    ]) {
      expect(portrait).toMatchObject({ found: true, isCertain: true, tooSmall: false });
      expect(matchFaces(portrait.descriptor!, [holder]).outcome).toBe('clear');
      expect(matchFaces(portrait.descriptor!, [stranger]).outcome).toBe('fail');
    }
  });

  inDepth('finds the portrait on a page lying on its side', async () => {
    const turned = await sharp(page).rotate(90).toBuffer();
    const portrait = await readDocumentPortrait(turned, await placeOnPage(turned));
    expect(portrait.isCertain).toBe(true);
    expect(matchFaces(portrait.descriptor!, [holder]).outcome).toBe('clear');
  });

  inDepth('does not take a larger photo next to the page for the portrait', async () => {
    const beside = await withPhotoBeside(page, 500);
    const portrait = await readDocumentPortrait(beside, await placeOnPage(beside));
    expect(portrait.isCertain).toBe(true);
    expect(matchFaces(portrait.descriptor!, [holder]).outcome).toBe('clear');
  });

  inDepth.each([250, 450])(
    'is not certain of a portrait next to a photo of %i pixels when no MRZ locates the page',
    async (width) => {
      const portrait = await readDocumentPortrait(await withPhotoBeside(card, width), UPRIGHT);
      expect(portrait).toMatchObject({ found: true, isCertain: false });
    },
  );

  inDepth('is certain of a portrait that has a ghost image', async () => {
    const ghost = await sharp(await filmPortrait(HOLDER))
      .resize({ width: 130 })
      .greyscale()
      .linear(0.4, 130)
      .toBuffer();
    const security = await sharp(card)
      .composite([{ input: ghost, left: 700, top: 380 }])
      .jpeg()
      .toBuffer();
    expect(await readDocumentPortrait(security, UPRIGHT)).toMatchObject({ isCertain: true });
  });

  // The document detector scores this face higher upside down than upright.
  test('is not certain of a portrait on a page of unknown orientation', async () => {
    const turned = await sharp(page).rotate(180).toBuffer();
    const portrait = await readDocumentPortrait(turned, { rotation: null, mrzBox: null });
    expect(portrait.isCertain).toBe(false);
  });
});

inDepth('accepts only a JPEG of a camera’s size as a camera frame', async () => {
  const png = await sharp(await filmPortrait(HOLDER))
    .png()
    .toBuffer();
  expect(await observeCameraFrame(png)).toBeNull();
  expect(await observeCameraFrame(Buffer.from('nothing'))).toBeNull();
  const small = await sharp(await filmPortrait(HOLDER))
    .resize(480, 290)
    .jpeg()
    .toBuffer();
  expect(await observeCameraFrame(small)).toBeNull();
});
