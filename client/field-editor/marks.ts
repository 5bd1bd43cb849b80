import type { Box, PageSize } from './box.js';
import type { Field, Kind } from './field.js';
import type { FieldList } from './field-list.js';
import type { Aligned } from './snapping.js';
import type { Words } from './words.js';

/** Kinds with room for no more than a number. */
const SMALL: readonly Kind[] = ['checkbox', 'radio', 'checkboxes'];
/** Signers' colours; the class of each is in the stylesheet. */
const COLOUR = 'signer-';

/** Shows the fields on the pages: one button for each, in a layer over each page's sheet. */
export class Marks {
  readonly layers: HTMLElement[];
  private readonly shown = new Map<number, HTMLButtonElement>();

  /** @param problems - problems of fields, by id @param tray - where fields without a place are shown */
  constructor(
    sections: readonly HTMLElement[],
    private readonly pages: readonly PageSize[],
    private readonly words: Words,
    private readonly problems: ReadonlyMap<number, string>,
    private readonly tray: HTMLElement | null,
  ) {
    this.layers = sections.map((section, index) => {
      const layer = document.createElement('div');
      layer.className = 'field-layer';
      layer.dataset.fieldLayer = String(index + 1);
      section.append(layer);
      return layer;
    });
  }

  /** Shows the document's own tags, which cannot be changed here. */
  showTags(tags: readonly (Box & { kind: Kind; signerNumber: number })[]): void {
    for (const { signerNumber: number, kind, ...box } of tags) {
      const tag = document.createElement('div');
      tag.className = 'field-tag';
      tag.textContent = this.words.fill('tag', { kind: this.words.kind(kind), number });
      this.place(tag, box);
      this.layers[box.page - 1]?.append(tag);
    }
  }

  render(list: FieldList, selected: number | null): void {
    const fields = list.all;
    const clashes = list.clashes();
    const present = new Set(fields.map(({ id }) => id));
    for (const [id, mark] of this.shown) {
      if (present.has(id)) continue;
      mark.remove();
      this.shown.delete(id);
    }
    for (const field of fields) {
      const mark = this.shown.get(field.id) ?? this.newMark(field.id);
      this.draw(mark, field);
      mark.classList.toggle('chosen', field.id === selected);
      mark.classList.toggle('clash', clashes.has(field.id) || this.problems.has(field.id));
      const layer = this.layerOf(field);
      if (mark.parentElement !== layer) this.keepingFocus(mark, () => layer.append(mark));
    }
    this.order(fields);
    if (this.tray) this.tray.hidden = this.tray.childElementCount === 0;
  }

  private layerOf({ page }: Pick<Field, 'page'>): HTMLElement {
    return (page === 0 ? this.tray : undefined) ?? this.layers[Math.max(page, 1) - 1]!;
  }

  /** Shows the lines to which something on a page is aligned. */
  showGuides(page: number, { x, y }: Aligned): void {
    const lines = [
      [x, 'left', 0],
      [y, 'top', 1],
    ] as const;
    const guides = lines.flatMap(([at, side, axis]) => {
      if (at === null) return [];
      const guide = document.createElement('div');
      guide.className = `field-guide ${side}`;
      guide.style[side] = `${(100 * at) / this.pages[page - 1]![axis]}%`;
      return guide;
    });
    this.hideGuides();
    this.layers[page - 1]!.append(...guides);
  }

  hideGuides(): void {
    for (const layer of this.layers)
      for (const guide of layer.querySelectorAll('.field-guide')) guide.remove();
  }

  /** Points that take as much room as this many pixels of the screen. */
  pointsFor(pixels: number, page: number): number {
    return (pixels * this.pages[page - 1]![0]) / this.layers[page - 1]!.clientWidth;
  }

  markOf(id: number): HTMLButtonElement | undefined {
    return this.shown.get(id);
  }

  /** The page at a position in the window, and the point on it; null outside the pages. */
  pointAt({ clientX, clientY }: MouseEvent): { page: number; x: number; y: number } | null {
    for (const [index, layer] of this.layers.entries()) {
      const { left, top, width, height } = layer.getBoundingClientRect();
      const [across, down] = [(clientX - left) / width, (clientY - top) / height];
      if (across < 0 || across > 1 || down < 0 || down > 1) continue;
      const [wide, high] = this.pages[index]!;
      return { page: index + 1, x: across * wide, y: down * high };
    }
    return null;
  }

  /** The page in the middle of the window. */
  get pageInView(): number {
    const middle = innerHeight / 2;
    const distances = this.layers.map((layer) => {
      const { top, bottom } = layer.getBoundingClientRect();
      return Math.max(top - middle, middle - bottom, 0);
    });
    return distances.indexOf(Math.min(...distances)) + 1;
  }

  private newMark(id: number): HTMLButtonElement {
    const mark = document.createElement('button');
    mark.type = 'button';
    mark.className = 'field-mark';
    mark.dataset.fieldMark = String(id);
    const [text, handle, name] = ['field-mark-text', 'field-handle', 'unseen'].map((className) => {
      const part = document.createElement('span');
      part.className = className;
      part.setAttribute('aria-hidden', String(className !== 'unseen'));
      return part;
    }) as [HTMLElement, HTMLElement, HTMLElement];
    handle.dataset.fieldHandle = '';
    mark.append(text, handle, name);
    this.shown.set(id, mark);
    return mark;
  }

  private draw(mark: HTMLButtonElement, field: Field): void {
    const { number, colour } = this.words.signer(field.signerEmail);
    const shown = field.label || this.words.kind(field.kind);
    mark.firstElementChild!.textContent = SMALL.includes(field.kind) ? number : `${number} · ${shown}`;
    const option = field.options?.find(({ value }) => value === field.option)?.label;
    const said = [this.words.about(field.page === 0 ? 'unplacedName' : 'name', field), field.label, option];
    mark.lastElementChild!.textContent = said.filter((words) => words).join(', ');
    mark.classList.remove(...[...mark.classList].filter((name) => name.startsWith(COLOUR)));
    mark.classList.add(`${COLOUR}${colour}`);
    this.place(mark, field);
  }

  private place({ style }: HTMLElement, { page, x, y, width, height }: Box): void {
    if (page === 0) return;
    const [across, down] = this.pages[page - 1]!;
    style.left = `${(100 * x) / across}%`;
    style.top = `${(100 * y) / down}%`;
    style.width = `${(100 * width) / across}%`;
    style.height = `${(100 * height) / down}%`;
  }

  /** Orders fields from top to bottom for the Tab key, unless one has the focus, which it would lose. */
  private order(fields: readonly Field[]): void {
    if (document.activeElement?.closest('[data-field-mark]')) return;
    for (const { id, page } of fields) this.layerOf({ page }).append(this.shown.get(id)!);
  }

  private keepingFocus(mark: HTMLElement, move: () => void): void {
    const hadFocus = document.activeElement === mark;
    move();
    if (hadFocus) mark.focus({ preventScroll: true });
  }
}
