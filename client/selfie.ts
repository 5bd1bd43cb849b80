/** The challenge in front of the camera: sends one frame after the other and shows what the server asks next. */
import { CameraError, closeCamera, drawFrame, freshFrame, openCamera, toJpeg } from './camera.js';
import './follow.js';

/** Enough for the landmarks of a face; larger frames only take longer to send. */
const FRAME_SIDE = 640;
const RETRY_MS = 1_000;

interface Instruction {
  state?: 'going_on' | 'over';
  stepNumber?: number;
  stepCount?: number;
  instruction?: string;
  hint?: string | null;
}

const root = document.querySelector<HTMLElement>('[data-selfie]');
if (root) prepare(root);

function prepare(root: HTMLElement): void {
  const part = <E extends Element>(name: string) => root.querySelector<E>(`[data-selfie-${name}]`)!;
  const texts = part<HTMLElement>('texts').dataset;
  const button = part<HTMLButtonElement>('begin');
  const video = part<HTMLVideoElement>('video');
  const canvas = document.createElement('canvas');

  button.addEventListener('click', () => void run());

  async function run(): Promise<void> {
    button.disabled = true;
    document.body.dataset.busy = '';
    part<HTMLElement>('problem').hidden = true;
    say('instruction', texts.starting);
    part<HTMLElement>('stage').hidden = false;
    part<HTMLElement>('intro').hidden = true;
    try {
      await openCamera(video, 'user', { width: 1280, height: 960 });
      part<HTMLElement>('actions').hidden = true;
      part<HTMLElement>('stage').scrollIntoView({ block: 'center' });
      await challenge();
    } catch (error) {
      complain(error instanceof CameraError ? texts[error.problem] : texts.lost);
      return;
    }
    closeCamera();
    say('instruction', texts.done);
    say('hint', '');
    location.replace(root.dataset.session!);
  }

  /** Until the server says that it is over. */
  async function challenge(): Promise<void> {
    const begun = await post(root.dataset.challenge!);
    let next = (await begun.json()) as Instruction & { nonce?: string };
    const { nonce } = next;
    while (next.state !== 'over' && nonce) {
      show(next);
      await freshFrame(video);
      drawFrame(video, canvas, FRAME_SIDE);
      next = await sendFrame(await toJpeg(canvas, 0.85), nonce);
    }
  }

  /** A frame that is lost is not sent again: the next one shows what is true by then. */
  async function sendFrame(frame: Blob, nonce: string): Promise<Instruction> {
    try {
      const answer = await post(root.dataset.frames!, frame, {
        'content-type': 'image/jpeg',
        'x-challenge-nonce': nonce,
      });
      if (answer.ok) return (await answer.json()) as Instruction;
      if (answer.status < 500 && answer.status !== 429) return { state: 'over' };
    } catch {
      say('hint', texts.lost);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return {};
  }

  function show({ stepNumber, stepCount, instruction, hint }: Instruction): void {
    if (instruction) say('instruction', texts[instruction]);
    if (hint !== undefined) say('hint', (hint && texts[hint]) || '');
    if (!stepNumber || !stepCount) return;
    const done = (100 * (stepNumber - 1)) / stepCount;
    part<SVGElement>('ring').style.strokeDasharray = `${done} 100`;
  }

  function say(name: string, text: string | undefined): void {
    const line = part<HTMLElement>(name);
    if (line.textContent !== (text ?? '')) line.textContent = text ?? '';
  }

  function complain(text: string | undefined): void {
    closeCamera();
    delete document.body.dataset.busy;
    say('instruction', '');
    part<HTMLElement>('stage').hidden = true;
    part<HTMLElement>('actions').hidden = false;
    button.disabled = false;
    const notice = part<HTMLElement>('problem');
    notice.querySelector('p')!.textContent = text ?? '';
    notice.hidden = false;
  }
}

function post(address: string, body?: Blob, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: body ?? null,
    headers: { accept: 'application/json', ...headers },
  });
}
