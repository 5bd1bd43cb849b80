/** A field of a form: its block in the list (views/signing/form-entry.hbs), and its places in the document. */
import { type FieldResult } from '../../src/forms/evaluate-form.js';
import { type FormField, takesFiles } from '../../src/forms/form-definition.js';
import { formatNumber } from '../../src/forms/numbers/format-number.js';
import { readEntry } from '../../src/forms/read-value.js';
import { entryOf, showValue } from '../../src/forms/show-value.js';
import { entryControl, isAsked, OTHER } from '../../src/signing/domain/form-entries.js';
import { forgetInSummary } from '../mended.js';
import { type Box, type Stop } from '../sign-in-document/place.js';
import { type FormBox, FormPlace, isTicked } from './form-place.js';

export type View = 'list' | 'document';

/** Without those that say that boxes were asked, and those for browsers without scripts. */
const CONTROLS =
  '[data-option] input, [data-entry-box] > :is(input, select, textarea), [data-files-choice] > input';
/** Faults that are told while somebody types. */
const TOLD_AT_ONCE = ['maxLength', 'cells', 'fit', 'file'];

export interface Told {
  rule?: string;
  text: string;
  readings: readonly string[];
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export class FormEntry implements Stop {
  readonly places: FormPlace[];
  readonly isSignature = false;
  /** In the order of the options, where there are several. They are found here wherever they are moved. */
  private readonly controls: Control[];
  /** What is moved into a place where something is typed. */
  private readonly typing: HTMLElement | null;
  private readonly afterControl: Element | null;
  private readonly wrong: HTMLElement | null;
  private readonly readings: HTMLElement | null;
  private result: FieldResult;
  private told: Told | null = null;
  private isTouched: boolean;

  constructor(
    readonly block: HTMLElement,
    readonly field: FormField,
    private readonly locales: { page: string; paper: string },
  ) {
    this.controls = [...block.querySelectorAll<Control>(CONTROLS)];
    this.typing = block.querySelector('[data-entry-box]');
    this.afterControl = this.controls[0]?.nextElementSibling ?? null;
    this.wrong = block.querySelector('[data-entry-wrong]');
    this.readings = block.querySelector('[data-entry-readings]');
    // What is attached is not drawn, wherever its field is.
    const boxes = field.kind === 'attachment' ? [] : (JSON.parse(block.dataset.places!) as FormBox[]);
    const isFixed = !isAsked(field);
    this.places = boxes.map((box) => new FormPlace(field, box, locales.paper, this.nameAt(box), isFixed));
    block.classList.toggle('placed', boxes.length > 0);
    this.result = { key: field.key, isShown: !block.hidden, value: null, isDropped: false, faults: [] };
    this.isTouched = this.problem !== '';
    if (!isFixed) this.listen();
  }

  get isDemanded(): boolean {
    const isRequired = 'required' in this.field && this.field.required && isAsked(this.field);
    return this.result.isShown && isRequired;
  }

  get isOpen(): boolean {
    return this.result.faults.length > 0 || this.excess > 0;
  }

  /** By how many characters the entry is too long for the document. */
  get excess(): number {
    return Math.max(0, ...this.places.map(({ excess }) => excess));
  }

  get isTyped(): boolean {
    const isLong = this.field.kind === 'text' && this.field.validation.lines === 'many';
    return !isTicked(this.field) && !takesFiles(this.field) && !isLong;
  }

  get box(): Box | null {
    return this.places[0]?.box ?? null;
  }

  get words(): string {
    const { block } = this;
    const label =
      block.querySelector('legend, label:not(.choice), p.legend') ?? block.querySelector('.choice span');
    return label?.firstChild?.textContent?.trim() ?? '';
  }

  /** In this place: that of an option, where there are several. */
  private nameAt({ option }: FormBox): string {
    const words = 'options' in this.field && option !== null ? this.field.options[option]?.label : undefined;
    return words === undefined ? this.words : `${this.words}: ${words}`;
  }

  /** What is wrong, as far as it is told already. */
  get problem(): string {
    return this.wrong?.textContent.trim() ?? '';
  }

  holds(target: Element): boolean {
    return this.block.contains(target) || this.places.some(({ element }) => element.contains(target));
  }

  /** What was typed or chosen; empty if nothing is. */
  private get typed(): string {
    return isTicked(this.field) || takesFiles(this.field) ? '' : (this.controls[0]?.value.trim() ?? '');
  }

  /** Leads to the control, and tells what is wrong with what is there. */
  enter(): void {
    const chosen = this.controls.find((control) => control instanceof HTMLInputElement && control.checked);
    const inDocument = takesFiles(this.field) && this.block.offsetParent === null;
    const hung = inDocument ? this.places[0]?.element.querySelector('button') : null;
    const target = hung ?? chosen ?? this.controls[0];
    target?.focus({ preventScroll: true });
    (target ?? this.block).scrollIntoView({ block: 'center', inline: 'center' });
    this.isTouched ||= this.result.value !== null || this.typed !== '';
    this.tell();
  }

  /** Puts the controls where they are needed. */
  move(view: View): void {
    const isPlaced = view === 'document' && this.places.length > 0;
    // One label at a time names a control: that of the place, or that of the list.
    for (const { element } of this.places) {
      const name = element.querySelector<HTMLLabelElement>('label.place-words');
      if (name) name.htmlFor = isPlaced ? name.dataset.of! : '';
    }
    if (isTicked(this.field)) this.moveTicks(isPlaced);
    else if (this.typing) this.moveTyping(this.typing, isPlaced);
  }

  show(result: FieldResult): void {
    this.result = result;
    this.block.hidden = !result.isShown;
    for (const place of this.places) {
      place.element.hidden = !result.isShown;
      place.isWrong = result.faults.length > 0;
      place.hold(result.value, this.typed);
    }
    const shown = this.block.querySelector('[data-entry-shown]');
    if (shown) shown.textContent = showValue(this.field, result.value, this.locales.paper) || '–';
    if (this.result.faults.length === 0) for (const place of this.places) place.isWrong = place.excess > 0;
    const [, other] = this.controls;
    if (other?.dataset.entryOther !== undefined) other.hidden = this.controls[0]!.value !== OTHER;
    const clear = this.block.querySelector<HTMLElement>('[data-entry-clear]');
    if (clear) clear.hidden = result.value === null;
  }

  /** Shows in the document the picture that was given. */
  showPicture(picture: HTMLImageElement | null): void {
    for (const place of this.places) place.hang(picture);
  }

  /** Says in the document how far a file is; empty for the field's name. */
  caption(text: string): void {
    for (const { element } of this.places)
      element.querySelector('.place-words')!.textContent = text || this.words;
  }

  /** Says what is wrong, as soon as that may be said. */
  say(told: Told | null): void {
    this.told = told;
    this.tell();
  }

  private listen(): void {
    const { block } = this;
    block.querySelector('[data-entry-clear]')?.addEventListener('click', () => this.clear());
    for (const part of [block, ...this.places.map(({ element }) => element)])
      part.addEventListener('focusout', ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Element) || !this.holds(relatedTarget)) this.leave();
      });
    for (const { element } of this.places)
      element.addEventListener('click', ({ target }) => {
        if (target === element) this.enter();
        else if (takesFiles(this.field)) this.controls[0]?.click();
      });
    if (this.field.kind !== 'radio' || this.field.required) return;
    // Remembers what was chosen before a click, which then takes it back.
    for (const radio of this.controls as HTMLInputElement[]) {
      radio.addEventListener('pointerdown', () => (radio.dataset.was = String(radio.checked)));
      radio.addEventListener('click', () => radio.dataset.was === 'true' && this.clear());
      radio.addEventListener('keydown', ({ key }) => {
        radio.dataset.was = 'false';
        if (key === 'Delete' || key === 'Backspace') this.clear();
      });
    }
  }

  private leave(): void {
    this.isTouched = true;
    this.tidy();
    this.tell();
  }

  /** A number is spelled as it will be drawn, if that can be read as nothing else. */
  private tidy(): void {
    const { field, result } = this;
    const [input] = this.controls;
    if (field.kind !== 'number' || typeof result.value !== 'string' || !input) return;
    const shown = formatNumber(result.value, this.locales.page, field.validation.decimals);
    const isSame = readEntry(field, shown, this.locales.page).value === result.value;
    input.value = isSame ? shown : this.spelled(result.value);
  }

  private tell(): void {
    const { told, wrong } = this;
    if (!wrong) return;
    const isTold = told !== null && (this.isTouched || TOLD_AT_ONCE.includes(told.rule ?? ''));
    const text = isTold ? told.text : '';
    if (wrong.textContent !== text) wrong.textContent = text;
    if (text === '') forgetInSummary(entryControl(this.field.key));
    for (const part of [this.block, ...this.places.map(({ element }) => element)])
      part.classList.toggle('wrong', text !== '');
    for (const control of this.controls)
      if (text === '') control.removeAttribute('aria-invalid');
      else control.setAttribute('aria-invalid', 'true');
    this.offer(isTold ? told.readings : []);
  }

  /** Offers the numbers that an ambiguous entry may mean. */
  private offer(readings: readonly string[]): void {
    const { readings: list } = this;
    if (!list || list.dataset.offered === readings.join(' ')) return;
    list.dataset.offered = readings.join(' ');
    const buttons = readings.map((reading) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'button secondary';
      button.textContent = this.spelled(reading);
      button.addEventListener('click', () => this.decide(reading));
      return button;
    });
    list.replaceChildren(...buttons);
  }

  private decide(reading: string): void {
    const [input] = this.controls;
    input!.value = this.spelled(reading);
    input!.focus();
    input!.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private spelled(number: string): string {
    return entryOf(this.field, number, this.locales.page) as string;
  }

  private clear(): void {
    for (const control of this.controls as HTMLInputElement[]) control.checked = false;
    this.controls[0]?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private moveTyping(typing: HTMLElement, isPlaced: boolean): void {
    const control = this.controls[0]!;
    if (isPlaced) this.places[0]!.element.append(control, typing);
    else {
      this.block.querySelector('label')!.after(typing);
      typing.insertBefore(control, this.afterControl);
    }
    control.classList.toggle('place-control', isPlaced);
    // In the document the place names it.
    this.block.querySelector('label')!.htmlFor = isPlaced ? '' : control.id;
  }

  private moveTicks(isPlaced: boolean): void {
    for (const [index, label] of [...this.block.querySelectorAll<HTMLElement>('[data-option]')].entries()) {
      const place = this.places.find(({ formBox: { option } }) => option === null || option === index);
      const input = this.controls[index];
      if (!place || !input) continue;
      if (isPlaced) place.element.append(input);
      else label.prepend(input);
      input.classList.toggle('place-control', isPlaced);
    }
  }
}
