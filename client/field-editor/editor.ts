/**
 * Places fields on a document's pages by mouse, touch and keyboard. A self-contained component: its form
 * (views/dashboard/prepare-fields-editor.hbs) provides the fields, page sizes and all texts, and sends the fields as
 * `fields`, in the API's JSON.
 */
import { Autosave } from '../autosave.js';
import { openReader } from '../document-reader.js';
import type { Box, PageSize } from './box.js';
import { Drags } from './drags.js';
import { BY_OPTION, type Field, type Kind } from './field.js';
import { FieldList } from './field-list.js';
import { type Command, commandOf, pressedOn } from './keys.js';
import { Marks } from './marks.js';
import { Panel } from './panel.js';
import { dependentsOf, withoutReferences } from './references.js';
import { RulesPage } from './rules-page.js';
import { readSigners, Words } from './words.js';

/** A field of the page: its signer is a number, from 1, or an address that is nobody's. */
type GivenField = Omit<Field, 'signerEmail'> & { signer: number | string };
type Tag = Box & { kind: Kind; signerNumber: number };

export async function openFieldEditor(form: HTMLFormElement): Promise<void> {
  const reader = await openReader(form.querySelector<HTMLElement>('[data-document]')!);
  if (reader) new FieldEditor(form, reader.sections);
}

class FieldEditor {
  private readonly list: FieldList;
  private readonly marks: Marks;
  private readonly panel: Panel;
  private readonly rules: RulesPage | null;
  private readonly words: Words;
  private readonly drags: Drags;
  private readonly autosave: Autosave;
  private readonly signer: HTMLSelectElement;
  private readonly commands: Record<Command, () => void>;
  private chosen: number | null = null;
  private armed: Kind | null = null;
  private copied: Field | null = null;

  constructor(
    private readonly form: HTMLFormElement,
    sections: readonly HTMLElement[],
  ) {
    const read = <Value>(name: string) => JSON.parse(form.dataset[name]!) as Value;
    const pages = read<PageSize[]>('pageSizes');
    const tags = read<Tag[]>('tags');
    // The page says it already, in its language.
    const told = document.querySelectorAll<HTMLElement>('[data-field-fault]:not([data-field-fault=""])');
    const wrong = new Map([...told].map((each) => [Number(each.dataset.fieldFault), each.textContent]));
    this.signer = this.part('signer');
    this.words = new Words(this.part<HTMLTemplateElement>('texts').dataset, readSigners(this.signer));
    const option = (number: number) => this.words.fill('option', { number });
    const { people } = this.words;
    const given = read<GivenField[]>('fields').map(({ signer, ...field }) => ({
      ...field,
      signerEmail: typeof signer === 'number' ? people[signer - 1]!.email : signer,
    }));
    this.list = new FieldList(given, tags, pages, option, () => this.changed());
    this.marks = new Marks(sections, pages, this.words, wrong, this.part('tray'));
    const { list, words } = this;
    const tools = { list, words, chosen: () => this.chosenField };
    const more = form.querySelector<HTMLElement>('[data-field-more]');
    this.rules = more && new RulesPage(form, more, tools);
    this.panel = new Panel(form, wrong, this.rules, tools);
    this.autosave = new Autosave(form);
    this.drags = new Drags(form, this.list, this.marks, {
      moved: (id) => this.focus(id, 'moved'),
      placed: (id) => {
        this.arm(null);
        if (id !== null) this.focus(id, 'placed');
      },
    });
    this.commands = {
      undo: () => this.travel('undo'),
      redo: () => this.travel('redo'),
      copy: () => this.copy(),
      paste: () => this.addLike(this.copied, this.marks.pageInView),
      duplicate: () => this.addLike(this.chosenField, this.chosenField?.page ?? 1),
      everywhere: () => this.addEverywhere(),
      again: () => this.addPlace(),
      remove: () => this.withRules(() => this.removeChosen()),
      try: () => this.withRules(async () => (await this.rules!.load()).trial.open()),
    };
    this.marks.showTags(tags);
    this.listen();
    this.render();
  }

  private get chosenField(): Field | null {
    return this.list.find(this.chosen);
  }

  private listen(): void {
    const { form } = this;
    form.addEventListener('pointerdown', (event) => this.pressed(event));
    form.addEventListener('click', (event) => this.clicked(event));
    form.addEventListener('keydown', (event) => this.typed(event));
    form.addEventListener('focusin', ({ target }) => {
      this.marks.hideGuides();
      const id = markIn(target);
      if (id !== null) this.choose(id);
    });
    form.addEventListener('formdata', ({ formData }) => formData.set('fields', this.list.toJson()));
    for (const [name, run] of Object.entries(this.commands))
      form.querySelector(`[data-field-${name}]`)?.addEventListener('click', run);
    this.signer.addEventListener('change', () => this.render());
    // What stays below the palette on a phone has to know how high it is.
    new ResizeObserver(([entry]) => {
      form.style.setProperty('--palette', `${entry!.target.clientHeight}px`);
    }).observe(this.part('palette'));
  }

  /** A press can start moving a field, resizing it, or dragging a new one from the palette. */
  private pressed(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const field = this.list.find(markIn(event.target));
    const kind = kindIn(event.target);
    // One that still has the focus, after Escape, gets no other event.
    if (field) this.choose(field.id);
    if (field && event.target.closest('[data-field-handle]')) this.drags.resize(event, field);
    else if (field?.page) this.drags.move(event, field);
    else if (kind) this.drags.place(event, kind, this.signer.value);
  }

  private clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const kind = kindIn(target);
    // A click without a pointer comes from the keyboard or a screen reader.
    if (kind && event.detail === 0) return this.put(kind, this.marks.pageInView, null);
    if (kind) return this.arm(this.armed === kind ? null : kind);
    const point = target.closest('[data-field-layer]') && this.marks.pointAt(event);
    if (!point || markIn(target) !== null) return;
    if (this.armed) this.put(this.armed, point.page, point);
    else this.choose(null);
  }

  private put(kind: Kind, page: number, at: { x: number; y: number } | null): void {
    this.arm(null);
    this.show(this.list.add(kind, this.signer.value, page, at));
  }

  /** Leads to a new field, or says that there are too many. */
  private show(field: Field | null): void {
    if (!field) return this.announce(this.words.fill('full', {}));
    this.focus(field.id, field.page === 0 ? 'unplacedName' : 'placed');
    this.marks.markOf(field.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  private typed(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.arm(null);
      return this.choose(null);
    }
    const isText = event.target instanceof Element && event.target.matches('input, select, textarea');
    const field = this.list.find(markIn(event.target));
    const command = isText ? null : commandOf(event, field !== null);
    if (command) {
      event.preventDefault();
      return this.commands[command]();
    }
    const change = field?.page && pressedOn(field, event, this.list.linesFor(field));
    if (!change) return;
    event.preventDefault();
    this.list.change(field.id, change.part);
    this.marks.markOf(field.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.marks.showGuides(this.list.find(field.id)!.page, change.aligned);
    this.announceFor(change.text, field.id);
  }

  private copy(): void {
    this.copied = this.chosenField ?? this.copied;
    if (this.copied) this.announce(this.words.about('copied', this.copied));
    this.render();
  }

  private addLike(field: Field | null, page: number): void {
    if (field) this.show(this.list.addLike(field, page));
  }

  private addPlace(): void {
    const field = this.chosenField;
    if (field?.page) this.show(this.list.addPlace(field));
  }

  private addEverywhere(): void {
    const field = this.chosenField;
    if (!field?.page || BY_OPTION.includes(field.kind)) return;
    const { placed, blocked } = this.list.addEverywhere(field);
    const [pages, others] = [placed, blocked].map((numbers) => numbers.join(', '));
    if (!pages && !others) return;
    const text = !others ? 'everywhere' : pages ? 'notEverywhere' : 'nowhere';
    const told = this.words.fill(text, { pages: pages!, others: others! });
    this.panel.showOutcome(told);
    this.announce(told);
  }

  /** Does what may need to load something first. */
  private withRules(act: () => Promise<void>): void {
    act().catch(() => this.announce(this.words.fill('notLoaded', {})));
  }

  /** Asks first if others refer to the field. */
  private async removeChosen(): Promise<void> {
    const field = this.chosenField;
    if (!field) return;
    const isLast = this.list.placesOf(field.key).length === 1;
    const dependents = isLast ? dependentsOf(this.list.heads, field.key) : [];
    if (dependents.length > 0 && !(await this.agreed(field, dependents))) return;
    this.list.hold();
    const after = this.list.all.filter(({ id }) => id !== field.id).find(({ page }) => page >= field.page);
    this.list.remove(field.id);
    if (isLast) this.list.replace(withoutReferences(this.list.all, field.key));
    this.list.release();
    this.choose(null);
    if (after) this.focus(after.id);
    else this.part(`kind="${field.kind}"`).focus();
    this.announce(this.words.about('removed', field));
  }

  /** Whether a field is to be removed although these depend on it. */
  private async agreed(field: Field, dependents: readonly Field[]): Promise<boolean> {
    await this.rules!.load();
    const dialog = this.part<HTMLDialogElement>('dependents');
    const names = dependents.map((each) => this.words.nameOf(each)).join(', ');
    const told = this.words.fill('dependents', { field: this.words.nameOf(field), names });
    dialog.querySelector('p')!.textContent = told;
    dialog.returnValue = '';
    dialog.onclick = ({ target }) => {
      if (target instanceof HTMLButtonElement) dialog.close(target.value);
    };
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => resolve(dialog.returnValue === 'remove'), { once: true });
    });
  }

  private travel(way: 'undo' | 'redo'): void {
    this.list[way]();
    if (!this.chosenField) this.choose(null);
    this.announce(this.words.fill('undone', {}));
  }

  /** Chooses the kind of field that the next tap on a page places. */
  private arm(kind: Kind | null): void {
    this.armed = kind;
    this.form.classList.toggle('armed', kind !== null);
    for (const button of this.form.querySelectorAll<HTMLElement>('[data-field-kind]'))
      button.setAttribute('aria-pressed', String(button.dataset.fieldKind === kind));
    if (kind) this.announce(this.words.fill('armed', { kind: this.words.kind(kind) }));
  }

  private choose(id: number | null): void {
    if (this.chosen !== id) this.panel.showOutcome('');
    this.chosen = id;
    this.render();
  }

  /** @param text - what is said about it */
  private focus(id: number, text?: string): void {
    this.choose(id);
    this.marks.markOf(id)?.focus({ preventScroll: true });
    if (text) this.announceFor(text, id);
  }

  private changed(): void {
    this.autosave.touch();
    this.render();
  }

  private render(): void {
    this.marks.render(this.list, this.chosen);
    this.panel.show(this.chosenField);
    this.part<HTMLButtonElement>('undo').disabled = !this.list.mayUndo;
    this.part<HTMLButtonElement>('redo').disabled = !this.list.mayRedo;
    this.part<HTMLButtonElement>('paste').disabled = this.copied === null;
    const [clash] = this.list.clashes();
    const clashing = this.list.find(clash ?? null);
    const told = clashing ? this.words.about('clash', clashing) : '';
    const status = this.part('clash');
    if (status.textContent !== told) status.textContent = told;
    this.form.dataset.colour = this.words.signer(this.signer.value).colour;
  }

  private announceFor(text: string, id: number): void {
    const field = this.list.find(id);
    if (field) this.announce(this.words.about(text, field));
  }

  private announce(text: string): void {
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
