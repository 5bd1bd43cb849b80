import { handLook, type Mark, markLook, squareLook, textLook } from './looks.js';

/** Width of the editor that opens on places too small to type in. */
const EDITOR_WIDTH = 280;
const EDGE = 8;
/** In points: the space a finger needs on a page as wide as a phone. */
const FINGER = 60;

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Box extends Area {
  /** From 1; 0 for the page behind the document. */
  page: number;
  /** The sender's text tag, which the field covers in the document. */
  tag?: Area;
}

/** Data shown by all places in addition to their own entries. */
export interface Given {
  mark: Mark | null;
  /** The text that a click leaves, also printed as the name. */
  clicked: string;
}

/** Where the signer is led to until it needs nothing more. */
export interface Stop {
  /** Whether something is required here, and whether it is still missing or wrong. */
  readonly isDemanded: boolean;
  readonly isOpen: boolean;
  readonly isSignature: boolean;
  /** Whether this place takes typed text, so Enter moves on. */
  readonly isTyped: boolean;
  /** Where it is in the document, if it is there. */
  readonly box: Box | null;
  /** Moves focus and view here. */
  enter(): void;
  holds(target: Element): boolean;
}

/** A field of the signer in its place on the page: its control, and a preview of what will be drawn. */
export class Place implements Stop {
  readonly box: Box;
  readonly control: HTMLElement | null;
  protected readonly kind: string;
  private readonly isRequired: boolean;
  private look: SVGElement | null = null;
  private given: Given = { mark: null, clicked: '' };

  constructor(readonly element: HTMLElement) {
    this.box = JSON.parse(element.dataset.place!) as Box;
    this.kind = element.dataset.kind!;
    this.isRequired = element.dataset.must !== undefined;
    this.control = element.querySelector<HTMLElement>('.place-control');
    if (this.input) this.input.addEventListener('input', () => this.draw());
    if (this.isTyped) element.addEventListener('focusin', () => this.makeRoom());
  }

  get isSignature(): boolean {
    return this.kind === 'signature';
  }

  get isDemanded(): boolean {
    return !this.element.hidden && this.isRequired && this.control !== null;
  }

  get isOpen(): boolean {
    return this.isDemanded && this.isEmpty;
  }

  get isTyped(): boolean {
    return this.kind === 'text' || this.kind === 'initials';
  }

  /** @param page its size in points */
  put(layer: HTMLElement, page: { width: number; height: number }): void {
    placeOn(page, this.element, this.box);
    layer.append(this.element);
    if (this.box.tag === undefined) return;
    const cover = document.createElement('div');
    cover.className = 'place-cover';
    placeOn(page, cover, this.box.tag);
    layer.prepend(cover);
  }

  /** Enlarges a small place's touch area, but never beyond the middle between it and another place. */
  reachAround(places: readonly Place[]): void {
    const others = places.filter((other) => other !== this && other.box.page === this.box.page);
    const reach = Math.min(FINGER, ...others.map((other) => gapBetween(this.box, other.box) / 2));
    this.element.style.setProperty('--reach-x', `${(200 * reach) / this.box.width}%`);
    this.element.style.setProperty('--reach-y', `${(200 * reach) / this.box.height}%`);
  }

  show(given: Given): void {
    this.given = given;
    this.draw();
  }

  holds(target: Element): boolean {
    return this.element.contains(target);
  }

  /** Moves focus and view here. */
  enter(): void {
    this.control?.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'center', inline: 'center' });
  }

  private get input(): HTMLInputElement | null {
    return this.control instanceof HTMLInputElement ? this.control : null;
  }

  /** The text read aloud where nothing can be entered. */
  private get printed(): HTMLElement {
    return this.element.querySelector<HTMLElement>('[data-printed]')!;
  }

  protected get isEmpty(): boolean {
    if (this.isSignature) return this.given.mark === null;
    const { input } = this;
    return input === null ? false : input.type === 'checkbox' ? !input.checked : input.value.trim() === '';
  }

  draw(): void {
    const look = this.drawing();
    if (this.look) this.look.remove();
    if (look) this.element.prepend(look);
    this.look = look;
    this.element.classList.toggle('open', this.isOpen);
    this.element.classList.toggle('filled', !this.isEmpty);
  }

  protected drawing(): SVGElement | null {
    const { mark, clicked } = this.given;
    if (this.isSignature) return mark && markLook(mark, clicked, this.box);
    if (this.kind === 'checkbox') return squareLook(this.input!.checked, this.box);
    if (this.kind === 'name') this.printed.textContent = clicked;
    const words = this.input?.value.trim() ?? this.printed.textContent;
    if (words === '') return null;
    return this.kind === 'initials' ? handLook(words, this.box) : textLook(words, this.box);
  }

  /** Keeps the editor, which can be wider than the place, on the page. */
  private makeRoom(): void {
    const place = this.element.getBoundingClientRect();
    const scroller = this.element.closest('.document-scroll')?.getBoundingClientRect();
    const right = Math.min(scroller?.right ?? innerWidth, innerWidth) - EDGE;
    const width = Math.max(place.width, Math.min(EDITOR_WIDTH, innerWidth - 2 * EDGE));
    const shift = Math.min(0, right - width - place.left);
    this.element.style.setProperty('--editor-width', `${width}px`);
    this.element.style.setProperty('--editor-shift', `${shift}px`);
  }
}

function placeOn(page: { width: number; height: number }, { style }: HTMLElement, area: Area): void {
  const share = (points: number, whole: number) => `${(100 * points) / whole}%`;
  style.left = share(area.x, page.width);
  style.top = share(area.y, page.height);
  style.width = share(area.width, page.width);
  style.height = share(area.height, page.height);
}

/** In points, along the axis on which the boxes are further apart. */
function gapBetween(a: Box, b: Box): number {
  const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width);
  const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height);
  return Math.max(0, across, down);
}
