/**
 * At a desk, the signature can be drawn on a phone (views/signing/phone-code.hbs): this shows a code that opens a pad
 * there, and puts the drawing on the pad here.
 */

/** The same as in client/styles/phone-code.css. */
const AT_A_DESK = '(min-width: 720px) and (hover: hover) and (pointer: fine)';
const POLL_MS = 2_000;

type Step = 'waiting' | 'drawn' | 'over' | 'lost';

export class PhoneCode {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Null until a code is requested. */
  private step: Step | null = null;

  /** @param drawn - receives the strokes, in the form's format */
  constructor(
    private readonly root: HTMLElement,
    private readonly drawn: (strokes: string) => void,
  ) {
    this.part('again').addEventListener('click', () => void this.requestCode());
  }

  /** Call it when the code appears: requests a code once it is visible, and follows it while it is. */
  appear(): void {
    if (!this.isSeen || !matchMedia(AT_A_DESK).matches) return;
    if (this.step === null) void this.requestCode();
    else if (this.step === 'waiting') this.follow();
  }

  private async requestCode(): Promise<void> {
    clearTimeout(this.timer);
    this.show('waiting');
    try {
      const answer = await fetch(this.root.dataset.phone!, { method: 'POST' });
      if (!answer.ok) throw new Error(String(answer.status));
      const { code } = (await answer.json()) as { code: string };
      this.part<HTMLImageElement>('code').src = `data:image/svg+xml,${encodeURIComponent(code)}`;
      this.follow();
    } catch {
      this.show('lost');
    }
  }

  private follow(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.poll(), POLL_MS);
  }

  private async poll(): Promise<void> {
    if (!this.isSeen) return;
    try {
      const answer = await fetch(this.root.dataset.phone!, { headers: { accept: 'application/json' } });
      if (!answer.ok) return this.follow();
      const { step, strokes } = (await answer.json()) as { step: Step; strokes?: number[][] };
      if (strokes) this.drawn(JSON.stringify(strokes));
      this.show(step);
      if (step === 'waiting') this.follow();
    } catch {
      // The connection was lost: the next poll tries again.
      this.follow();
    }
  }

  private show(step: Step): void {
    this.step = step;
    this.root.dataset.step = step;
    const told = this.part('told');
    told.textContent = told.dataset[step]!;
    this.part('again').hidden = step === 'waiting';
  }

  /** False while the sheet around it is closed, or another way to sign is chosen. */
  private get isSeen(): boolean {
    return this.root.offsetParent !== null;
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.root.querySelector<Part>(`[data-phone-${name}]`)!;
  }
}
