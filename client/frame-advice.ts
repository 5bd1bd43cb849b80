/** How to improve the next photo; `steady` means nothing to improve. */
export type FrameAdvice = 'dark' | 'glare' | 'empty' | 'blurred' | 'moving' | 'steady';

const WIDTH = 320;
const MIN_BRIGHTNESS = 55;
const BURNT_OUT = 253;
/** White paper in good light is overexposed too, so only a mostly overexposed picture counts. */
const MAX_GLARE = 0.65;
/** Variance of the Laplacian over the middle of the picture: hundreds for print, tens for a bare desk. */
const MIN_PRINT = 60;
const MIN_SHARPNESS = 180;
/** Mean difference per pixel between two frames. */
const MAX_MOTION = 7;

/** Judges a video a few times a second, on a small greyscale copy of each frame. */
export class FrameWatch {
  private readonly canvas = document.createElement('canvas');
  private before: Uint8Array | null = null;

  check(video: HTMLVideoElement): FrameAdvice {
    const grey = this.copy(video);
    const motion = this.before ? meanChange(grey, this.before) : Infinity;
    this.before = grey;
    let sum = 0;
    let burnt = 0;
    for (const value of grey) {
      sum += value;
      if (value >= BURNT_OUT) burnt++;
    }
    if (sum / grey.length < MIN_BRIGHTNESS) return 'dark';
    if (burnt / grey.length > MAX_GLARE) return 'glare';
    const sharpness = laplacianVariance(grey, this.canvas.width);
    if (sharpness < MIN_PRINT) return 'empty';
    if (motion > MAX_MOTION) return 'moving';
    return sharpness < MIN_SHARPNESS ? 'blurred' : 'steady';
  }

  private copy(video: HTMLVideoElement): Uint8Array {
    const { canvas } = this;
    canvas.width = WIDTH;
    canvas.height = Math.max(1, Math.round((WIDTH * video.videoHeight) / Math.max(1, video.videoWidth)));
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return Uint8Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1]!);
  }
}

function meanChange(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return Infinity;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!);
  return sum / a.length;
}

/** Measured over the middle half of the picture, where the document is. */
function laplacianVariance(grey: Uint8Array, width: number): number {
  const height = grey.length / width;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = Math.floor(height / 4); y < (3 * height) / 4; y++) {
    for (let x = Math.floor(width / 8); x < (7 * width) / 8; x++) {
      const at = y * width + x;
      const value = 4 * grey[at]! - grey[at - 1]! - grey[at + 1]! - grey[at - width]! - grey[at + width]!;
      sum += value;
      squares += value * value;
      count++;
    }
  }
  return squares / count - (sum / count) ** 2;
}
