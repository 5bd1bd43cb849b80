/** The signature: drawn on a pad, typed and shown in a handwriting font, or uploaded. */
import SignaturePad from 'signature_pad';
import { handFaceFor } from '../src/pdf/hand-faces.js';
import { sendPictures } from './signature-picture.js';

const MAX_STROKES = 200;
const MAX_POINTS = 5_000;
const DECIMALS = 10_000;
const FRAME_MS = 16;

/** @returns shows the chosen way, which also has to be done when the field appears */
export function openMarkField(root: HTMLElement): () => void {
  showHand(root);
  sendPictures(root);
  const canvas = root.querySelector<HTMLCanvasElement>('[data-pad]');
  const ways = [...root.querySelectorAll<HTMLInputElement>('[data-way]')];
  for (const way of ways) way.disabled = false;
  if (!ways.some(({ checked }) => checked)) ways[0]!.checked = true;
  const pad = canvas && preparePad(root, canvas);
  const choose = () => {
    const chosen = ways.find(({ checked }) => checked)?.value;
    for (const field of root.querySelectorAll<HTMLElement>('[data-way-field]'))
      field.hidden = field.dataset.wayField !== chosen;
    if (!pad || chosen !== 'drawn') return;
    fit(canvas, pad);
    if (pad.isEmpty()) restore(root, canvas, pad);
  };
  for (const way of ways) way.addEventListener('change', choose);
  addEventListener('pageshow', choose);
  if (pad) addEventListener('resize', () => fit(canvas, pad));
  choose();
  return choose;
}

function preparePad(root: HTMLElement, canvas: HTMLCanvasElement): SignaturePad {
  const pad = new SignaturePad(canvas, { minWidth: 1, maxWidth: 2.6, penColor: penColor(root) });
  const strokes = root.querySelector<HTMLInputElement>('[data-strokes]')!;
  const hint = root.querySelector<HTMLElement>('[data-pad-hint]')!;
  const clear = root.querySelector<HTMLButtonElement>('[data-pad-clear]')!;
  const keep = () => {
    strokes.value = pad.isEmpty() ? '' : JSON.stringify(toStrokes(pad, canvas));
    hint.hidden = !pad.isEmpty();
    clear.hidden = pad.isEmpty();
    strokes.dispatchEvent(new Event('input', { bubbles: true }));
  };
  pad.addEventListener('beginStroke', () => (hint.hidden = true));
  pad.addEventListener('endStroke', keep);
  clear.addEventListener('click', () => {
    pad.clear();
    keep();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => repaint(pad, penColor(root)));
  return pad;
}

/** Restores the drawing after the server has reported a problem elsewhere in the form. */
function restore(root: HTMLElement, canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const kept = root.querySelector<HTMLInputElement>('[data-strokes]')!.value;
  if (kept === '') return;
  const { penColor: color, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation } = pad;
  const pen = { penColor: color, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation };
  const strokes = (JSON.parse(kept) as number[][]).map((shares) => ({
    ...pen,
    points: toPoints(shares, canvas),
  }));
  pad.fromData(strokes);
  root.querySelector<HTMLElement>('[data-pad-hint]')!.hidden = true;
  root.querySelector<HTMLElement>('[data-pad-clear]')!.hidden = false;
}

/** Spaces the points one frame apart in time, because the speed sets the width of the line. */
function toPoints(shares: number[], { clientWidth, clientHeight }: HTMLCanvasElement) {
  return Array.from({ length: shares.length / 2 }, (_none, index) => ({
    x: shares[2 * index]! * clientWidth,
    y: shares[2 * index + 1]! * clientHeight,
    time: index * FRAME_MS,
    pressure: 0,
  }));
}

function penColor(root: HTMLElement): string {
  return getComputedStyle(root).getPropertyValue('--pen').trim();
}

function repaint(pad: SignaturePad, color: string): void {
  pad.penColor = color;
  pad.fromData(pad.toData().map((stroke) => ({ ...stroke, penColor: color })));
}

/** Matches the canvas to the pixels of the screen. The drawing scales with the pad. */
function fit(canvas: HTMLCanvasElement, pad: SignaturePad): void {
  const { clientWidth, clientHeight } = canvas;
  if (clientWidth === 0) return;
  const ratio = Math.max(devicePixelRatio || 1, 1);
  const before = canvas.width / Number(canvas.dataset.ratio ?? ratio);
  const shrink = canvas.dataset.ratio === undefined ? 1 : clientWidth / before;
  canvas.dataset.ratio = String(ratio);
  canvas.width = clientWidth * ratio;
  canvas.height = clientHeight * ratio;
  canvas.getContext('2d')!.scale(ratio, ratio);
  const strokes = pad.toData().map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * shrink, y: point.y * shrink })),
  }));
  pad.fromData(strokes);
}

/** `[[x, y, x, y, …], …]` as fractions of the pad. Thins out a long drawing, so that it is never refused for its length. */
function toStrokes(pad: SignaturePad, { clientWidth, clientHeight }: HTMLCanvasElement): number[][] {
  const strokes = pad.toData().slice(0, MAX_STROKES);
  const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const step = Math.ceil(points / (MAX_POINTS - MAX_STROKES));
  const share = (value: number, whole: number) =>
    Math.round(Math.min(1, Math.max(0, value / whole)) * DECIMALS) / DECIMALS;
  return strokes.map(({ points: all }) =>
    all
      .filter((_point, index) => index % step === 0 || index === all.length - 1)
      .flatMap(({ x, y }) => [share(x, clientWidth), share(y, clientHeight)]),
  );
}

function showHand(root: HTMLElement): void {
  const typed = root.querySelector<HTMLInputElement>('#typed');
  const hand = root.querySelector<HTMLElement>('[data-hand]');
  if (!typed || !hand) return;
  const status = root.querySelector<HTMLElement>('[data-unwritable]')!;
  const write = () => {
    const face = handFaceFor(typed.value.trim());
    hand.textContent = face === null ? '' : typed.value;
    hand.dataset.face = face ?? '';
    status.textContent = face === null ? status.dataset.unwritable! : '';
  };
  typed.addEventListener('input', write);
  addEventListener('pageshow', write);
  write();
}
