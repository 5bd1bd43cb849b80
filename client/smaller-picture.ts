import { toJpeg } from './camera.js';

/** Longest side of the sent picture, in pixels. */
const MAX_SIDE = 2_400;
const MIN_BYTES_TO_RESIZE = 1_500_000;

/** The picture scaled down, or unchanged if the browser cannot decode it or it is small enough. */
export async function smallerPicture(file: File): Promise<File> {
  if (file.size < MIN_BYTES_TO_RESIZE) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = MAX_SIDE / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return new File([await toJpeg(canvas, 0.9)], 'photo.jpg', { type: 'image/jpeg' });
  } catch {
    // The server may be able to open what the browser cannot.
    return file;
  }
}
