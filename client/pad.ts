/** The pad on which a signature is drawn (views/signing/pad.hbs). */
import SignaturePad, { type PointGroup } from 'signature_pad';
import { MARK_ASPECT_RATIO } from '../src/pdf/mark-limits.js';

/** How far a pad may be from the shape of a mark by rounded pixels, as a logarithm. */
const SAME_SHAPE = 0.05;
/** A share of a frame, somewhat more than half a line. */
const EDGE = 0.03;
const MAX_STROKES = 200;
const MAX_POINTS = 5_000;
const DECIMALS = 10_000;
const FRAME_MS = 16;

export class Pad {
  private readonly canvas: HTMLCanvasElement;
  private readonly pad: SignaturePad;
  private readonly strokes: HTMLInputElement;
  private readonly hint: HTMLElement;
  private readonly clear: HTMLButtonElement;
  /** Where the drawing stood when the pad was last fitted; null before. */
  private frame: Frame | null = null;

  /** @param root - holds the parts of one pad; `--pen` is the colour of its ink */
  constructor(private readonly root: HTMLElement) {
    this.canvas = root.querySelector<HTMLCanvasElement>('[data-pad]')!;
    this.strokes = root.querySelector<HTMLInputElement>('[data-strokes]')!;
    this.hint = root.querySelector<HTMLElement>('[data-pad-hint]')!;
    this.clear = root.querySelector<HTMLButtonElement>('[data-pad-clear]')!;
    this.pad = new SignaturePad(this.canvas, { minWidth: 1, maxWidth: 2.6, penColor: this.penColor });
    this.pad.addEventListener('beginStroke', () => (this.hint.hidden = true));
    this.pad.addEventListener('endStroke', () => this.keep());
    this.clear.addEventListener('click', () => {
      this.pad.clear();
      this.keep();
    });
    addEventListener('resize', () => this.fit());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint());
  }

  /** Call it when the pad appears: fits the pad to the screen, and shows the drawing in its form. */
  appear(): void {
    this.fit();
    if (this.pad.isEmpty()) this.restore();
  }

  /** Shows a drawing as if drawn here. @param strokes - in the form's format */
  put(strokes: string): void {
    this.pad.clear();
    this.strokes.value = strokes;
    this.restore();
    this.dispatchInput();
  }

  private keep(): void {
    this.strokes.value = this.pad.isEmpty() ? '' : JSON.stringify(this.toStrokes());
    this.hint.hidden = !this.pad.isEmpty();
    this.clear.hidden = this.pad.isEmpty();
    this.dispatchInput();
  }

  private dispatchInput(): void {
    this.strokes.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private restore(): void {
    if (this.strokes.value === '') return;
    const { penColor, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation } = this.pad;
    const pen = { penColor, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation };
    const strokes = (JSON.parse(this.strokes.value) as number[][]).map((shares) => ({
      ...pen,
      points: toPoints(shares, frameIn(this.canvas)),
    }));
    this.pad.fromData(strokes);
    this.hint.hidden = true;
    this.clear.hidden = false;
  }

  private get penColor(): string {
    return getComputedStyle(this.root).getPropertyValue('--pen').trim();
  }

  private repaint(): void {
    const { penColor } = this;
    this.pad.penColor = penColor;
    this.pad.fromData(this.pad.toData().map((stroke) => ({ ...stroke, penColor })));
  }

  /** Matches the canvas to the pixels of the screen. The drawing scales with the pad, and stays whole on one of another shape. */
  private fit(): void {
    const { canvas, pad } = this;
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0) return;
    const ratio = Math.max(devicePixelRatio || 1, 1);
    const after = frameIn(canvas);
    const before = this.frame ?? after;
    this.frame = after;
    canvas.width = clientWidth * ratio;
    canvas.height = clientHeight * ratio;
    canvas.getContext('2d')!.scale(ratio, ratio);
    const drawn = pad.toData();
    const scaled = moved(drawn, before, after);
    const isWhole = isInside(scaled, { left: 0, top: 0, width: clientWidth, height: clientHeight });
    pad.fromData(isWhole ? scaled : moved(drawn, frameAround(drawn, before), within(after)));
  }

  /**
   * `[[x, y, x, y, …], …]` as fractions of a frame of the form's shape. Thins out long drawings, so they are never
   * refused for length.
   */
  private toStrokes(): number[][] {
    const strokes = this.pad.toData().slice(0, MAX_STROKES);
    const { left, top, width, height } = frameAround(strokes, frameIn(this.canvas));
    const points = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
    const step = Math.ceil(points / (MAX_POINTS - MAX_STROKES));
    const share = (value: number, whole: number) =>
      Math.round(Math.min(1, Math.max(0, value / whole)) * DECIMALS) / DECIMALS;
    return strokes.map(({ points: all }) =>
      all
        .filter((_point, index) => index % step === 0 || index === all.length - 1)
        .flatMap(({ x, y }) => [share(x - left, width), share(y - top, height)]),
    );
  }
}

/** A part of the pad, in its pixels. */
interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where a drawing of the form's shape stands on the pad: all of it, or the middle of one of another shape. */
function frameIn({ clientWidth, clientHeight }: HTMLCanvasElement): Frame {
  const shape = clientWidth / clientHeight / MARK_ASPECT_RATIO;
  if (Math.abs(Math.log(shape)) < SAME_SHAPE)
    return { left: 0, top: 0, width: clientWidth, height: clientHeight };
  const height = Math.min(clientHeight, clientWidth / MARK_ASPECT_RATIO);
  const width = height * MARK_ASPECT_RATIO;
  return { left: (clientWidth - width) / 2, top: (clientHeight - height) / 2, width, height };
}

/** The frame without its edge, on which half of a line would not be seen. */
function within({ left, top, width, height }: Frame): Frame {
  const [across, down] = [EDGE * width, EDGE * height];
  return { left: left + across, top: top + down, width: width - 2 * across, height: height - 2 * down };
}

/** The strokes, with what stood in one frame in the other. */
const moved = (strokes: PointGroup[], from: Frame, to: Frame): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({
      ...point,
      x: to.left + ((point.x - from.left) / from.width) * to.width,
      y: to.top + ((point.y - from.top) / from.height) * to.height,
    })),
  }));

/** The frame, or one around the ink where it leaves the frame, so that the drawing keeps its proportions. */
function frameAround(strokes: readonly Stroke[], frame: Frame): Frame {
  if (isInside(strokes, frame)) return frame;
  const { left, right, top, bottom } = extentOf(strokes);
  const growth = Math.max(1, (right - left) / frame.width, (bottom - top) / frame.height);
  const [width, height] = [growth * frame.width, growth * frame.height];
  return { left: (left + right - width) / 2, top: (top + bottom - height) / 2, width, height };
}

function isInside(strokes: readonly Stroke[], { left, top, width, height }: Frame): boolean {
  const ink = extentOf(strokes);
  return ink.left >= left && ink.right <= left + width && ink.top >= top && ink.bottom <= top + height;
}

function extentOf(strokes: readonly Stroke[]) {
  const points = strokes.flatMap((stroke) => stroke.points);
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [top, bottom] = rangeOf(points.map(({ y }) => y));
  return { left, right, top, bottom };
}

interface Stroke {
  points: readonly { x: number; y: number }[];
}

/** Without `Math.min(...)`, whose arguments are limited. */
const rangeOf = (values: readonly number[]) =>
  values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)] as const, [
    Infinity,
    -Infinity,
  ] as const);

/** Spaces the points one frame apart in time, because speed determines the line width. */
function toPoints(shares: number[], { left, top, width, height }: Frame) {
  return Array.from({ length: shares.length / 2 }, (_none, index) => ({
    x: left + shares[2 * index]! * width,
    y: top + shares[2 * index + 1]! * height,
    // The pad treats zero as "now".
    time: (index + 1) * FRAME_MS,
    pressure: 0,
  }));
}
