/** The pad on which a signature is drawn (views/signing/pad.hbs). */
import SignaturePad from 'signature_pad';

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

  /** Has to be done when the pad appears: fits it to the screen, and shows what its form holds. */
  appear(): void {
    this.fit();
    if (this.pad.isEmpty()) this.restore();
  }

  /** Shows a drawing as if it had been drawn here. @param strokes - as the form holds them */
  put(strokes: string): void {
    this.pad.clear();
    this.strokes.value = strokes;
    this.restore();
    this.tell();
  }

  private keep(): void {
    this.strokes.value = this.pad.isEmpty() ? '' : JSON.stringify(this.toStrokes());
    this.hint.hidden = !this.pad.isEmpty();
    this.clear.hidden = this.pad.isEmpty();
    this.tell();
  }

  private tell(): void {
    this.strokes.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private restore(): void {
    if (this.strokes.value === '') return;
    const { penColor, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation } = this.pad;
    const pen = { penColor, minWidth, maxWidth, dotSize, velocityFilterWeight, compositeOperation };
    const strokes = (JSON.parse(this.strokes.value) as number[][]).map((shares) => ({
      ...pen,
      points: toPoints(shares, this.canvas),
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

  /** Matches the canvas to the pixels of the screen. The drawing scales with the pad. */
  private fit(): void {
    const { canvas, pad } = this;
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
  private toStrokes(): number[][] {
    const { clientWidth, clientHeight } = this.canvas;
    const strokes = this.pad.toData().slice(0, MAX_STROKES);
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
}

/** Spaces the points one frame apart in time, because the speed sets the width of the line. */
function toPoints(shares: number[], { clientWidth, clientHeight }: HTMLCanvasElement) {
  return Array.from({ length: shares.length / 2 }, (_none, index) => ({
    x: shares[2 * index]! * clientWidth,
    y: shares[2 * index + 1]! * clientHeight,
    // The pad takes zero for "now".
    time: (index + 1) * FRAME_MS,
    pressure: 0,
  }));
}
