/** The challenge in front of the camera: sends one frame after another and shows the server's next instruction. */
import './follow.js';
import { CameraError, closeCamera, drawFrame, freshFrame, openCamera, toJpeg } from './camera.js';

/** Enough for facial landmarks. Larger frames only take longer to send. */
const FRAME_SIDE = 640;
const RETRY_MS = 1_000;
/** The server accepts three frames a second for the whole minute. */
const FRAME_EVERY_MS = 340;

interface Instruction {
  state?: 'going_on' | 'over';
  stepNumber?: number;
  stepCount?: number;
  instruction?: string;
  hint?: string | null;
}

class SelfieChallenge {
  private readonly texts: DOMStringMap;
  private readonly button: HTMLButtonElement;
  private readonly video: HTMLVideoElement;
  private readonly canvas = document.createElement('canvas');

  constructor(private readonly root: HTMLElement) {
    this.texts = this.part<HTMLElement>('texts').dataset;
    this.button = this.part<HTMLButtonElement>('begin');
    this.video = this.part<HTMLVideoElement>('video');
    this.button.addEventListener('click', () => void this.run());
  }

  private async run(): Promise<void> {
    this.button.disabled = true;
    document.body.dataset.busy = '';
    this.part<HTMLElement>('problem').hidden = true;
    this.showText('instruction', this.texts.starting);
    this.part<HTMLElement>('stage').hidden = false;
    this.part<HTMLElement>('intro').hidden = true;
    try {
      await openCamera(this.video, 'user', { width: 1280, height: 960 });
      this.part<HTMLElement>('actions').hidden = true;
      this.part<HTMLElement>('stage').scrollIntoView({ block: 'center' });
      await this.challenge();
    } catch (error) {
      this.complain(error instanceof CameraError ? this.texts[error.problem] : this.texts.lost);
      return;
    }
    closeCamera();
    this.showText('instruction', this.texts.done);
    this.showText('hint', '');
    location.replace(this.root.dataset.session!);
  }

  /** Runs until the server ends the challenge. */
  private async challenge(): Promise<void> {
    const begun = await post(this.root.dataset.challenge!);
    let next = (await begun.json()) as Instruction & { nonce?: string };
    const { nonce } = next;
    let sentAt = 0;
    while (next.state !== 'over' && nonce) {
      this.show(next);
      await pause(FRAME_EVERY_MS - (performance.now() - sentAt));
      await freshFrame(this.video);
      sentAt = performance.now();
      drawFrame(this.video, this.canvas, FRAME_SIDE);
      next = await this.sendFrame(await toJpeg(this.canvas, 0.85), nonce);
    }
  }

  /** A lost frame is not sent again: the next one is more recent. */
  private async sendFrame(frame: Blob, nonce: string): Promise<Instruction> {
    try {
      const answer = await post(this.root.dataset.frames!, frame, {
        'content-type': 'image/jpeg',
        'x-challenge-nonce': nonce,
      });
      if (answer.ok) return (await answer.json()) as Instruction;
      if (answer.status < 500 && answer.status !== 429) return { state: 'over' };
    } catch {
      this.showText('hint', this.texts.lost);
    }
    await pause(RETRY_MS);
    return {};
  }

  private show({ stepNumber, stepCount, instruction, hint }: Instruction): void {
    if (instruction) this.showText('instruction', this.texts[instruction]);
    if (hint !== undefined) this.showText('hint', (hint && this.texts[hint]) || '');
    if (!stepNumber || !stepCount) return;
    const done = (100 * (stepNumber - 1)) / stepCount;
    this.part<SVGElement>('ring').style.strokeDasharray = `${done} 100`;
  }

  private showText(name: string, text: string | undefined): void {
    const line = this.part<HTMLElement>(name);
    if (line.textContent !== (text ?? '')) line.textContent = text ?? '';
  }

  private complain(text: string | undefined): void {
    closeCamera();
    delete document.body.dataset.busy;
    this.showText('instruction', '');
    this.part<HTMLElement>('stage').hidden = true;
    this.part<HTMLElement>('actions').hidden = false;
    this.button.disabled = false;
    const notice = this.part<HTMLElement>('problem');
    notice.querySelector('p')!.textContent = text ?? '';
    notice.hidden = false;
  }

  private part<E extends Element>(name: string): E {
    return this.root.querySelector<E>(`[data-selfie-${name}]`)!;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

function post(address: string, body?: Blob, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: body ?? null,
    headers: { accept: 'application/json', ...headers },
  });
}

const root = document.querySelector<HTMLElement>('[data-selfie]');
if (root) new SelfieChallenge(root);
