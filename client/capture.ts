/**
 * Photographs a document with the camera, or takes a chosen photo. Without scripts, there is only the file control.
 */
import './follow.js';
import './upload.js';
import { CameraError, closeCamera, drawFrame, openCamera, toJpeg } from './camera.js';
import { type FrameAdvice, FrameWatch } from './frame-advice.js';

const LOOK_EVERY_MS = 250;
/** Consecutive good frames that trigger the photo: about one second of holding still. */
const GOOD_LOOKS = 4;
const PHOTO_SIDE = 2_400;

class DocumentCamera {
  private readonly texts: DOMStringMap;
  private readonly video: HTMLVideoElement;
  private readonly form: HTMLFormElement;
  private readonly opener: HTMLButtonElement;
  private readonly chooser: HTMLButtonElement;
  private readonly input: HTMLInputElement;
  private readonly canvas = document.createElement('canvas');
  private timer: number | undefined;

  constructor(root: HTMLElement) {
    this.form = root.closest('form')!;
    this.texts = this.part<HTMLElement>('texts').dataset;
    this.video = this.part<HTMLVideoElement>('video');
    this.input = this.form.querySelector<HTMLInputElement>('input[type=file]')!;
    this.opener = this.part<HTMLButtonElement>('open');
    this.opener.addEventListener('click', () => void this.start());
    this.chooser = this.part<HTMLButtonElement>('choose');
    this.chooser.addEventListener('click', () => this.input.click());
    this.part<HTMLElement>('shutter').addEventListener('click', () => void this.take());
    this.part<HTMLElement>('frame').dataset.shape = root.dataset.shape;
  }

  private async start(): Promise<void> {
    this.opener.disabled = true;
    document.body.dataset.busy = '';
    this.part<HTMLElement>('problem').hidden = true;
    this.showHint(this.texts.starting);
    try {
      await openCamera(this.video, 'environment', { width: 2560, height: 1440 });
    } catch (error) {
      return this.complain(this.texts[error instanceof CameraError ? error.problem : 'missing']);
    }
    this.part<HTMLElement>('stage').hidden = false;
    this.form.classList.add('capturing');
    this.opener.hidden = true;
    this.part<HTMLElement>('stage').scrollIntoView({ block: 'center' });
    this.watch();
  }

  private watch(): void {
    const frames = new FrameWatch();
    let good = 0;
    this.timer = window.setInterval(() => {
      const advice: FrameAdvice = frames.check(this.video);
      good = advice === 'steady' ? good + 1 : 0;
      this.showHint(this.texts[advice]);
      this.part<HTMLElement>('frame').classList.toggle('good', good > 0);
      if (good >= GOOD_LOOKS) void this.take();
    }, LOOK_EVERY_MS);
  }

  /** Ignores a tap before the stream is running. */
  private async take(): Promise<void> {
    if (this.video.videoWidth === 0 || this.video.paused) return;
    clearInterval(this.timer);
    drawFrame(this.video, this.canvas, PHOTO_SIDE);
    const photo = new File([await toJpeg(this.canvas, 0.92)], 'photo.jpg', { type: 'image/jpeg' });
    this.stop();
    const files = new DataTransfer();
    files.items.add(photo);
    this.input.files = files.files;
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
    this.showHint(this.texts.taken);
  }

  private stop(): void {
    clearInterval(this.timer);
    closeCamera();
    delete document.body.dataset.busy;
    this.part<HTMLElement>('stage').hidden = true;
    this.form.classList.remove('capturing');
    this.opener.hidden = false;
    this.opener.disabled = false;
  }

  /** Falls back to choosing a file. */
  private complain(text: string | undefined): void {
    this.stop();
    this.opener.hidden = true;
    this.chooser.className = 'button first-photo';
    this.showHint('');
    const notice = this.part<HTMLElement>('problem');
    notice.querySelector('p')!.textContent = text ?? '';
    notice.hidden = false;
  }

  private showHint(text: string | undefined): void {
    const line = this.part<HTMLElement>('hint');
    if (line.textContent !== (text ?? '')) line.textContent = text ?? '';
  }

  private part<E extends Element>(name: string): E {
    return this.form.querySelector<E>(`[data-capture-${name}]`)!;
  }
}

function prepare(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-capture]')) new DocumentCamera(root);
}

prepare();
document.addEventListener('content-replaced', () => {
  closeCamera();
  prepare();
});
