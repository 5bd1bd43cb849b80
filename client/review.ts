/** For a case under review: its claim, its pictures and the keys. */
import { PictureView } from './picture-view.js';
import { areKeysOn, offerKeys } from './single-keys.js';

const RENEW_MS = 60_000;

/** Keys that adjust the chosen picture. */
const TOOL_KEYS: Readonly<Record<string, string>> = {
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  t: 'turn',
  b: 'brighter',
  d: 'darker',
  '0': 'reset',
};
const ARROWS: Readonly<Record<string, [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const DECISIONS: Readonly<Record<string, string>> = { a: 'approved', r: 'rejected', s: 'asked' };

/** Someone else may have taken the case while this computer slept; the page then shows that. */
async function renewClaim(box: HTMLElement): Promise<void> {
  const body = new URLSearchParams({ formToken: box.dataset.formToken! });
  const answer = await fetch(`${box.dataset.case}/claim`, { method: 'POST', body }).catch(() => null);
  if (answer && answer.status !== 204) location.assign(box.dataset.case!);
}

function keepClaim(box: HTMLElement): void {
  setInterval(() => void renewClaim(box), RENEW_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void renewClaim(box);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void renewClaim(box);
  });
}

class CasePage {
  private readonly views: PictureView[];
  private chosen: PictureView | undefined;
  private readonly help: HTMLDialogElement;

  constructor(private readonly box: HTMLElement) {
    this.views = [...box.querySelectorAll<HTMLElement>('[data-pane]')].map(
      (pane) => new PictureView(pane, (view) => this.choose(view)),
    );
    if (this.views[0]) this.choose(this.views[0]);
    for (const button of box.querySelectorAll<HTMLElement>('[data-tool]'))
      button.addEventListener('click', () => this.chosen?.use(button.dataset.tool!));
    this.help = box.querySelector('[data-keys]')!;
    offerKeys(box.querySelector('[data-keys-on]')!);
    box.querySelector('[data-help]')?.addEventListener('click', () => this.help.showModal());
    for (const decision of box.querySelectorAll<HTMLDetailsElement>('[data-decision]'))
      decision.addEventListener('toggle', () => this.opened(decision));
    document.addEventListener('keydown', (event) => this.press(event));
    const refused = box.querySelector<HTMLDetailsElement>('[data-decision][open]');
    if (refused) this.opened(refused);
  }

  private choose(view: PictureView): void {
    this.chosen = view;
    for (const { pane } of this.views) pane.toggleAttribute('data-chosen', pane === view.pane);
  }

  /**
   * The key that opens a form never decides: the focus goes to the first choice, and Enter confirms. The event
   * that reports the opening comes later, when the reviewer may already be writing.
   */
  private opened(decision: HTMLDetailsElement): void {
    if (!decision.open || decision.querySelector('form')!.contains(document.activeElement)) return;
    for (const other of this.box.querySelectorAll<HTMLDetailsElement>('[data-decision][open]'))
      if (other !== decision) other.open = false;
    const choices = [...decision.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    (choices.find(({ checked }) => checked) ?? choices[0])?.focus();
  }

  private press(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || this.help.open) return;
    if (key === 'Escape') return this.closeForms();
    const isTyping = (target as Element).closest('input:not([type=radio]), textarea, select') !== null;
    const isChoosing = (target as Element).closest('input[type=radio]') !== null;
    if (!areKeysOn() || isTyping || (isChoosing && key in ARROWS)) return;
    if (this.act(key)) event.preventDefault();
  }

  /** @returns whether the key does something */
  private act(key: string): boolean {
    const decision = DECISIONS[key];
    if (decision) return this.openForm(decision);
    if (key === 'n') return this.click('[data-next]');
    if (key === '?') return this.click('[data-help]');
    const number = this.views[Number(key) - 1];
    if (number) {
      number.pane.focus();
      return true;
    }
    const tool = TOOL_KEYS[key];
    const arrow = this.chosen?.pane === document.activeElement ? ARROWS[key] : undefined;
    if (tool) this.chosen?.use(tool);
    if (arrow) this.chosen?.move(...arrow);
    return Boolean(tool ?? arrow);
  }

  private openForm(result: string): boolean {
    // There may be nothing left to request.
    const decision = this.box.querySelector<HTMLDetailsElement>(`[data-decision=${result}]`);
    if (!decision) return false;
    decision.open = true;
    this.opened(decision);
    return true;
  }

  private closeForms(): void {
    for (const open of this.box.querySelectorAll<HTMLDetailsElement>('[data-decision][open]')) {
      open.open = false;
      open.querySelector('summary')!.focus();
    }
  }

  private click(selector: string): boolean {
    this.box.querySelector<HTMLElement>(selector)?.click();
    return true;
  }
}

const caseBox = document.querySelector<HTMLElement>('[data-case]')!;
keepClaim(caseBox);
new CasePage(caseBox);
