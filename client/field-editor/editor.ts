/**
 * Places fields on a document's pages by mouse, touch and keyboard. A component of its own: its form
 * (views/dashboard/prepare-fields-editor.hbs) brings the fields, the sizes of the pages and all texts, and sends the fields
 * as `fields`, in the JSON of the API.
 */
import { openReader } from '../document-reader.js';
import { type Box, type Field, FieldList, type Kind, type PageSize } from './field-list.js';
import { followPointer } from './follow-pointer.js';
import { Marks } from './marks.js';
import { Panel } from './panel.js';
import { readSigners, Words } from './words.js';

/** Points by which an arrow key moves a field, and with Shift. */
const STEP = 2;
const LARGE_STEP = 20;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Tag = Box & { kind: Kind; signerNumber: number };

export async function openFieldEditor(form: HTMLFormElement): Promise<void> {
  const reader = await openReader(form.querySelector<HTMLElement>('[data-document]')!);
  if (reader) new FieldEditor(form, reader.sections);
}

class FieldEditor {
  private readonly list: FieldList;
  private readonly marks: Marks;
  private readonly panel: Panel;
  private readonly words: Words;
  private readonly signer: HTMLSelectElement;
  private chosen: number | null = null;
  private armed: Kind | null = null;
  private isSaved = true;

  constructor(
    private readonly form: HTMLFormElement,
    sections: readonly HTMLElement[],
  ) {
    const read = <Value>(name: string) => JSON.parse(form.dataset[name]!) as Value;
    const pages = read<PageSize[]>('pageSizes');
    const tags = read<Tag[]>('tags');
    const problems = read<{ index: number | null; sentence: string }[]>('problems');
    const wrong = new Map(
      problems.flatMap(({ index, sentence }) => (index === null ? [] : [[index, sentence]])),
    );
    this.signer = this.part('signer');
    this.words = new Words(this.part<HTMLTemplateElement>('texts').dataset, readSigners(this.signer));
    this.list = new FieldList(read<Field[]>('fields'), tags, pages, () => this.changed());
    this.marks = new Marks(sections, pages, this.words, wrong);
    this.panel = new Panel(form, this.list, this.words, wrong, () => this.chosen);
    this.marks.showTags(tags);
    this.listen();
    this.render();
  }

  private listen(): void {
    const { form } = this;
    form.addEventListener('pointerdown', (event) => this.pressed(event));
    form.addEventListener('click', (event) => this.clicked(event));
    form.addEventListener('keydown', (event) => this.typed(event));
    form.addEventListener('focusin', ({ target }) => {
      const id = markIn(target);
      if (id !== null) this.choose(id);
    });
    form.addEventListener('formdata', ({ formData }) => {
      this.isSaved = true;
      formData.set('fields', this.list.toJson());
    });
    addEventListener('beforeunload', (event) => {
      if (!this.isSaved) event.preventDefault();
    });
    this.part('undo').addEventListener('click', () => this.travel('undo'));
    this.part('redo').addEventListener('click', () => this.travel('redo'));
    this.part('remove').addEventListener('click', () => this.removeChosen());
    this.signer.addEventListener('change', () => this.render());
  }

  /** A press may begin to move a field, to change its size, or to drag a new one from the palette. */
  private pressed(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const field = this.list.find(markIn(event.target));
    const kind = kindIn(event.target);
    if (field && event.target.closest('[data-field-handle]')) this.resize(event, field);
    else if (field) this.move(event, field);
    else if (kind) this.dragNew(event, kind);
  }

  private move(event: PointerEvent, { id, x, y }: Field): void {
    const start = this.marks.pointAt(event)!;
    this.drag(event, id, (point) => ({
      page: point.page,
      x: x + point.x - start.x,
      y: y + point.y - start.y,
    }));
  }

  private resize(event: PointerEvent, { id, page, width, height }: Field): void {
    const start = this.marks.pointAt(event) ?? { x: 0, y: 0 };
    event.preventDefault();
    this.drag(event, id, (point) =>
      point.page === page ? { width: width + point.x - start.x, height: height + point.y - start.y } : {},
    );
  }

  private drag(
    event: PointerEvent,
    id: number,
    partAt: (point: { page: number; x: number; y: number }) => Partial<Box>,
  ): void {
    followPointer(event, this.form, {
      moved: (moved) => {
        this.list.hold();
        const point = this.marks.pointAt(moved);
        if (point) this.list.change(id, partAt(point));
      },
      ended: () => {
        this.list.release();
        this.focus(id);
        this.sayOf('moved', id);
      },
    });
  }

  private dragNew(event: PointerEvent, kind: Kind): void {
    let added: Field | null = null;
    followPointer(event, this.form, {
      moved: (moved) => {
        this.list.hold();
        const point = this.marks.pointAt(moved);
        if (!point) return;
        if (!added) added = this.list.add(kind, this.signer.value, point.page, point);
        else {
          const { width, height } = added;
          this.list.change(added.id, { page: point.page, x: point.x - width / 2, y: point.y - height / 2 });
        }
      },
      ended: () => {
        this.list.release();
        this.arm(null);
        if (added) this.placed(added.id);
      },
    });
  }

  private clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const kind = kindIn(target);
    // A click without a pointer is the keyboard's, or a screen reader's.
    if (kind && event.detail === 0) return this.put(kind, this.marks.pageInView, null);
    if (kind) return this.arm(this.armed === kind ? null : kind);
    const point = target.closest('[data-field-layer]') && this.marks.pointAt(event);
    if (!point || markIn(target) !== null) return;
    if (this.armed) this.put(this.armed, point.page, point);
    else this.choose(null);
  }

  private put(kind: Kind, page: number, at: { x: number; y: number } | null): void {
    this.arm(null);
    const field = this.list.add(kind, this.signer.value, page, at);
    if (field) this.placed(field.id);
    else this.say(this.words.fill('full', {}));
  }

  private placed(id: number): void {
    this.focus(id);
    this.sayOf('placed', id);
  }

  private typed(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.arm(null);
      return this.choose(null);
    }
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if ((event.ctrlKey || event.metaKey) && !isText && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      return this.travel(event.shiftKey || event.key.toLowerCase() === 'y' ? 'redo' : 'undo');
    }
    const field = this.list.find(markIn(event.target));
    if (field && this.typedOn(field, event)) event.preventDefault();
  }

  /** @returns whether the key means something to a field */
  private typedOn(
    { id, page, x, y, width, height }: Field,
    { key, shiftKey, altKey }: KeyboardEvent,
  ): boolean {
    if (key === 'Delete' || key === 'Backspace') {
      this.removeChosen();
      return true;
    }
    const turn = { PageUp: -1, PageDown: 1 }[key];
    const arrow = ARROWS[key];
    if (turn) this.list.change(id, { page: page + turn });
    else if (!arrow) return false;
    else {
      const [across, down] = arrow.map((way) => way * (shiftKey ? LARGE_STEP : STEP)) as [number, number];
      if (altKey) this.list.change(id, { width: width + across, height: height + down });
      else this.list.change(id, { x: x + across, y: y + down });
    }
    this.marks.markOf(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.sayOf(arrow && altKey ? 'sized' : 'moved', id);
    return true;
  }

  private removeChosen(): void {
    const field = this.list.find(this.chosen);
    if (!field) return;
    const after = this.list.all.filter(({ id }) => id !== field.id).find(({ page }) => page >= field.page);
    this.list.remove(field.id);
    this.choose(null);
    if (after) this.focus(after.id);
    else this.part(`kind="${field.kind}"`).focus();
    this.say(this.words.about('removed', field));
  }

  private travel(way: 'undo' | 'redo'): void {
    this.list[way]();
    if (!this.list.find(this.chosen)) this.choose(null);
    this.say(this.words.fill('undone', {}));
  }

  /** Chooses what the next tap on a page places. */
  private arm(kind: Kind | null): void {
    this.armed = kind;
    this.form.classList.toggle('armed', kind !== null);
    for (const button of this.form.querySelectorAll<HTMLElement>('[data-field-kind]'))
      button.setAttribute('aria-pressed', String(button.dataset.fieldKind === kind));
    if (kind) this.say(this.words.fill('armed', { kind: this.words.kind(kind) }));
  }

  private choose(id: number | null): void {
    this.chosen = id;
    this.render();
  }

  private focus(id: number): void {
    this.choose(id);
    this.marks.markOf(id)?.focus({ preventScroll: true });
  }

  private changed(): void {
    this.isSaved = false;
    this.render();
  }

  private render(): void {
    this.marks.render(this.list, this.chosen);
    this.panel.show(this.list.find(this.chosen));
    this.part<HTMLButtonElement>('undo').disabled = !this.list.mayUndo;
    this.part<HTMLButtonElement>('redo').disabled = !this.list.mayRedo;
    const [clash] = this.list.clashes();
    const clashing = this.list.find(clash ?? null);
    const told = clashing ? this.words.about('clash', clashing) : '';
    const status = this.part('clash');
    if (status.textContent !== told) status.textContent = told;
    this.form.dataset.colour = this.words.signer(this.signer.value).colour;
  }

  private sayOf(text: string, id: number): void {
    const field = this.list.find(id);
    if (field) this.say(this.words.about(text, field));
  }

  private say(text: string): void {
    this.part('said').textContent = text;
  }

  private part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.form.querySelector<Part>(`[data-field-${name}]`)!;
  }
}

function markIn(target: EventTarget | null): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>('[data-field-mark]') : null;
  return mark ? Number(mark.dataset.fieldMark) : null;
}

function kindIn(target: Element): Kind | null {
  const button = target.closest<HTMLElement>('[data-field-kind]');
  return button ? (button.dataset.fieldKind as Kind) : null;
}
