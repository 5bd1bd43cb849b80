/**
 * Fills in and signs the document in place. The server renders every control (views/signing/document-form.hbs); this
 * puts them on their pages, previews what will be drawn, and leads from one to the next.
 */
import { sectionsOf, sizeOf } from '../document-reader.js';
import { Draft } from './draft.js';
import { loadFontOf, type Mark } from './looks.js';
import { MarkSheet } from './mark-sheet.js';
import { Place, type Stop } from './place.js';

/** Size of the drawn part of the page behind the document, in points. */
const BEHIND = { width: 595, height: 320 };

/** Set on a page while a field on it is still open, and the event that notifies the viewer of changes. */
export const OPEN_FIELD = 'data-open-field';
export const PLACES_CHANGED = 'places-changed';

/** A form that is filled in on the same page, beside the places that the signature needs. */
export interface Filling {
  /** Where its entries are drawn. */
  readonly places: Place[];
  readonly stops: Stop[];
  /**
   * @param own the other places, some of which may be hidden by it
   * @param page `changed` is called after it was filled in, `entries` reads everything that was entered, and `known`
   * resolves once files can be sent
   */
  start(
    own: readonly Place[],
    page: { changed: () => void; entries: () => FormData; known: () => Promise<boolean> },
  ): void;
  /** How far the signer has come. */
  tell(done: number, total: number): string;
  /** Moves to where the signature is given, unless that is its place. @returns whether it did */
  enterSignature(): boolean;
}

export class SignForm {
  /** The places of signature, name and date, and without a form those of every entry. */
  private readonly own: Place[];
  private readonly places: Place[];
  private readonly stops: Stop[];
  private readonly draft: Draft;
  private readonly sheet: MarkSheet | null;
  private readonly name: HTMLInputElement | null;
  private mark: Mark | null = null;
  /** The place that last had the focus. */
  private current: Stop | null = null;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly filling: Filling | null = null,
  ) {
    this.name = form.querySelector<HTMLInputElement>('#name');
    this.own = [...form.querySelectorAll<HTMLElement>('[data-place]')].map((place) => new Place(place));
    this.places = filling ? [...this.own, ...filling.places].sort(byReading) : this.own;
    this.stops = filling ? [...this.own, ...filling.stops].sort(byReading) : this.own;
    const dialog = form.querySelector<HTMLDialogElement>('[data-mark-sheet]');
    const { chosen = '', entries = '' } = form.dataset;
    this.sheet =
      dialog && new MarkSheet(dialog, form.dataset.mayClick !== undefined, (mark) => this.choose(mark));
    this.draft = new Draft(
      entries,
      () => this.read(),
      (isKept) => this.part('draft-lost').toggleAttribute('hidden', isKept),
    );
    this.putPlaces();
    this.listen();
    filling?.start(this.own, {
      changed: () => this.count(),
      entries: () => this.read(),
      known: () => this.draft.known(),
    });
    if (chosen === 'click') this.mark = { kind: 'click' };
    this.show();
    void this.restore(chosen);
  }

  private async restore(chosen: string): Promise<void> {
    if (chosen !== '' && this.sheet) {
      this.mark = await this.sheet.restore(chosen);
      // Shown before the fonts have loaded.
      this.show();
    }
    await Promise.all([this.wordsOfMark, ...this.handwritten].map(loadFontOf)).catch(() => undefined);
    this.show();
  }

  private putPlaces(): void {
    const { viewer } = this;
    const behind = this.form.querySelector<HTMLElement>('[data-behind]');
    const sections = sectionsOf(viewer);
    const sizes = sections.map(sizeOf).map(({ width, height }) => ({ width, height }));
    if (behind) viewer.querySelector('[data-document-pages]')!.append(behind);
    const layers = sections.map((section) => {
      const layer = document.createElement('div');
      layer.className = 'place-layer';
      section.append(layer);
      return layer;
    });
    for (const place of this.places) {
      place.reachAround(this.places);
      const index = place.box.page - 1;
      if (index < 0) place.put(behind!.querySelector<HTMLElement>('.behind')!, BEHIND);
      else if (layers[index]) place.put(layers[index], sizes[index]!);
    }
  }

  private listen(): void {
    const { form } = this;
    form.addEventListener('input', (event) => {
      if ((event.target as Element).closest('dialog')) return;
      if (event.target === this.name) this.show();
      this.count();
      this.draft.changed();
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('focusin', ({ target }) => {
      this.current = this.stopOf(target) ?? this.current;
    });
    form.addEventListener('keydown', (event) => {
      const stop = this.stopOf(event.target);
      if (event.key !== 'Enter' || !stop?.isTyped) return;
      event.preventDefault();
      this.next();
    });
    form.addEventListener('click', (event) => {
      if ((event.target as Element).closest('[data-open-mark]')) this.sheet?.open();
    });
    this.part('next-field').addEventListener('click', () => this.next());
    this.part('go-on').addEventListener('click', (event) => void this.goOn(event));
  }

  private choose(mark: Mark): void {
    this.mark = mark;
    this.show();
    void loadFontOf(this.wordsOfMark).then(() => this.show());
    void this.draft.save();
  }

  private show(): void {
    const given = { mark: this.mark, clicked: this.clicked };
    for (const place of this.places) place.show(given);
    this.form.toggleAttribute('data-marked', this.mark !== null);
    const signs = this.form.querySelector('[data-signs]');
    if (signs) signs.textContent = this.clicked;
    for (const told of this.form.querySelectorAll<HTMLElement>('[data-mark-told]'))
      told.textContent = this.mark ? `. ${told.dataset.told}` : '';
    this.count();
  }

  /** Shows how many fields are left, and links to the next one or, if there is none, onwards. */
  private count(): void {
    const left = this.open.length;
    const forms = JSON.parse(this.form.dataset.left!) as Partial<Record<Intl.LDMLPluralRule, string>>;
    const form = new Intl.PluralRules(document.documentElement.lang).select(left);
    const text = (forms[form] ?? forms.other ?? '').replace('{count}', String(left));
    const demanded = this.stops.filter(({ isDemanded }) => isDemanded).length + (this.name ? 1 : 0);
    const counted = this.filling?.tell(demanded - left, demanded) ?? text;
    const told = left > 0 ? counted : this.form.dataset.entries !== undefined ? this.form.dataset.done! : '';
    const status = this.part('fields-left');
    if (status.textContent !== told) status.textContent = told;
    this.part('next-field').hidden = left === 0;
    this.part('go-on').hidden = left > 0;
    this.markPages();
  }

  private markPages(): void {
    const pages = new Set(this.open.map((field) => (field instanceof HTMLElement ? 0 : field.box?.page)));
    for (const section of sectionsOf(this.viewer))
      section.toggleAttribute(OPEN_FIELD, pages.has(Number(section.dataset.page)));
    this.viewer.dispatchEvent(new Event(PLACES_CHANGED));
  }

  /** Leads to the first open field after the current one; opens the sheet if that is already the signature. */
  private next(): void {
    const { open, current } = this;
    const from = current ? this.stops.indexOf(current) : -1;
    const isLater = (field: Stop | HTMLElement) =>
      !(field instanceof HTMLElement) && this.stops.indexOf(field) > from;
    const next = open.find(isLater) ?? open[0];
    if (next === undefined) this.part('go-on').focus();
    else if (next instanceof HTMLElement) next.focus();
    else if (next === current && next.isSignature) this.sheet?.open();
    else if (!(next.isSignature && this.filling?.enterSignature())) next.enter();
  }

  private async goOn(event: Event): Promise<void> {
    event.preventDefault();
    const { href } = this.part<HTMLAnchorElement>('go-on');
    if (await this.draft.save()) location.assign(href);
  }

  /** The open entries, in reading order. */
  private get open(): (Stop | HTMLInputElement)[] {
    const isUnnamed = this.name !== null && this.name.value.trim() === '';
    return [...(isUnnamed ? [this.name] : []), ...this.stops.filter(({ isOpen }) => isOpen)];
  }

  private get clicked(): string {
    return this.name?.value.trim() || this.form.dataset.clicked!;
  }

  private get wordsOfMark(): string {
    return this.mark?.kind === 'typed' ? this.mark.text : this.clicked;
  }

  private get handwritten(): string[] {
    return [...this.form.querySelectorAll<HTMLInputElement>('.initials input')].map(({ value }) => value);
  }

  private read(): FormData {
    const fields = new FormData(this.form);
    // Files are sent on their own.
    for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
    for (const [name, value] of Object.entries(this.sheet?.fields(this.mark) ?? {})) fields.set(name, value);
    return fields;
  }

  private stopOf(target: EventTarget | null): Stop | undefined {
    return target instanceof Element ? this.stops.find((stop) => stop.holds(target)) : undefined;
  }

  private get viewer(): HTMLElement {
    return this.form.querySelector<HTMLElement>('[data-document]')!;
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.form.querySelector<Part>(`[data-${name}]`)!;
  }
}

/** In points: fields side by side are read from left to right. */
const LINE = 8;

/** As the document is read; what has no place comes last, and so does the page behind the document. */
function byReading(a: Pick<Stop, 'box'>, b: Pick<Stop, 'box'>): number {
  const page = ({ box }: Pick<Stop, 'box'>) => box?.page || Infinity;
  if (page(a) !== page(b)) return page(a) - page(b);
  if (a.box === null || b.box === null) return Number(b.box !== null) - Number(a.box !== null);
  const line = ({ y, height }: NonNullable<Stop['box']>) => Math.round((y + height) / LINE);
  return line(a.box) - line(b.box) || a.box.x - b.box.x;
}
