/** One camera at a time: phones refuse to open a second one. */

let open: MediaStream | null = null;

export type CameraProblem = 'refused' | 'missing';

/** A camera that another program holds may be opened and never give a picture. */
const FIRST_FRAME_MS = 15_000;

/** Shows the camera in `video`. Resolves when the first frame arrives. @throws CameraError */
export async function openCamera(
  video: HTMLVideoElement,
  facing: 'user' | 'environment',
  size: { width: number; height: number },
): Promise<void> {
  closeCamera();
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError('missing');
  const { width, height } = size;
  try {
    open = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: facing, width: { ideal: width }, height: { ideal: height } },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    throw new CameraError(name === 'NotAllowedError' || name === 'SecurityError' ? 'refused' : 'missing');
  }
  video.srcObject = open;
  await Promise.race([video.play().then(() => freshFrame(video)), noFrame()]);
}

/** A page in the background gets no frames either, and goes on waiting. @throws CameraError */
async function noFrame(): Promise<never> {
  do await new Promise((resolve) => setTimeout(resolve, FIRST_FRAME_MS));
  while (document.hidden);
  throw new CameraError('missing');
}

export function closeCamera(): void {
  for (const track of open?.getTracks() ?? []) track.stop();
  open = null;
}

export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem);
  }
}

/** Resolves with the next frame. */
export function freshFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve());
    else requestAnimationFrame(() => resolve());
  });
}

/** Draws the current frame on the canvas, scaled to at most `side` pixels on its longer side. */
export function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement, side: number): void {
  const scale = Math.min(1, side / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(video, 0, 0, canvas.width, canvas.height);
}

export function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality),
  );
}

addEventListener('pagehide', closeCamera);
