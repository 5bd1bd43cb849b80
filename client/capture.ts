/** Photographs a document with the camera; the file control beside it does the same without. */
import { CameraError, closeCamera, drawFrame, openCamera, toJpeg } from './camera.js';
import './follow.js';
import { type FrameAdvice, FrameWatch } from './frame-advice.js';
import './upload.js';

const LOOK_EVERY_MS = 250;
/** So many good looks in a row take the photo: about a second of holding still. */
const GOOD_LOOKS = 4;
const PHOTO_SIDE = 2_400;

for (const root of document.querySelectorAll<HTMLElement>('[data-capture]')) enhance(root);
document.addEventListener('content-replaced', () => {
  closeCamera();
  for (const root of document.querySelectorAll<HTMLElement>('[data-capture]')) enhance(root);
});

function enhance(root: HTMLElement): void {
  const part = <E extends Element>(name: string) => root.querySelector<E>(`[data-capture-${name}]`)!;
  const texts = part<HTMLElement>('texts').dataset;
  const video = part<HTMLVideoElement>('video');
  const form = root.closest('form')!;
  const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
  const opener = part<HTMLButtonElement>('open');
  const canvas = document.createElement('canvas');
  let timer: number | undefined;

  opener.addEventListener('click', () => void start());
  part<HTMLElement>('shutter').addEventListener('click', () => void take());
  part<HTMLElement>('frame').dataset.shape = root.dataset.shape;

  async function start(): Promise<void> {
    opener.disabled = true;
    document.body.dataset.busy = '';
    part<HTMLElement>('problem').hidden = true;
    say(texts.starting);
    try {
      await openCamera(video, 'environment', { width: 2560, height: 1440 });
    } catch (error) {
      return complain(texts[error instanceof CameraError ? error.problem : 'missing']);
    }
    part<HTMLElement>('stage').hidden = false;
    form.classList.add('capturing');
    opener.hidden = true;
    part<HTMLElement>('stage').scrollIntoView({ block: 'center' });
    watch();
  }

  function watch(): void {
    const frames = new FrameWatch();
    let good = 0;
    timer = window.setInterval(() => {
      const advice: FrameAdvice = frames.look(video);
      good = advice === 'steady' ? good + 1 : 0;
      say(texts[advice]);
      part<HTMLElement>('frame').classList.toggle('good', good > 0);
      if (good >= GOOD_LOOKS) void take();
    }, LOOK_EVERY_MS);
  }

  /** A tap before the stream runs takes no picture. */
  async function take(): Promise<void> {
    if (video.videoWidth === 0 || video.paused) return;
    clearInterval(timer);
    drawFrame(video, canvas, PHOTO_SIDE);
    const photo = new File([await toJpeg(canvas, 0.92)], 'photo.jpg', { type: 'image/jpeg' });
    stop();
    const files = new DataTransfer();
    files.items.add(photo);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    say(texts.taken);
    opener.textContent = texts.again ?? opener.textContent;
    opener.classList.add('secondary');
  }

  function stop(): void {
    clearInterval(timer);
    closeCamera();
    delete document.body.dataset.busy;
    part<HTMLElement>('stage').hidden = true;
    form.classList.remove('capturing');
    opener.hidden = false;
    opener.disabled = false;
  }

  function complain(text: string | undefined): void {
    stop();
    say('');
    const notice = part<HTMLElement>('problem');
    notice.querySelector('p')!.textContent = text ?? '';
    notice.hidden = false;
  }

  function say(text: string | undefined): void {
    const line = part<HTMLElement>('hint');
    if (line.textContent !== (text ?? '')) line.textContent = text ?? '';
  }
}
