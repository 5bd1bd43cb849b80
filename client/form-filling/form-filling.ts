/**
 * Fills in a form (views/signing/form.hbs): decides with the same module as the server which fields are shown, what they
 * hold and what is wrong with that, and shows the fields as a list or where they are in the document.
 */
import { type FieldResult } from '../../src/forms/evaluate-form.js';
import { takesFiles } from '../../src/forms/form-definition.js';
import { readForm } from '../../src/forms/read-form.js';
import { translate } from '../../src/platform/templates/phrases.js';
import { type FilledForm, fillIn, type OpenForm } from '../../src/signing/domain/filled-form.js';
import { entryControl } from '../../src/signing/domain/form-entries.js';
import { faultText } from '../../src/signing/domain/form-faults.js';
import { type Place, type Stop } from '../sign-in-document/place.js';
import { type Filling } from '../sign-in-document/sign-form.js';
import { FileEntry } from './file-entry.js';
import { FormEntry, type Told, type View } from './form-entry.js';
import { type FormPlace, isTicked } from './form-place.js';

/** From here on there is room for the document. */
const WIDE = '(min-width: 720px)';

export class FormFilling implements Filling {
  readonly places: FormPlace[];
  readonly stops: Stop[];
  private readonly entries: FormEntry[];
  /** Those into which files are given, by key. */
  private readonly given = new Map<string, FileEntry>();
  private readonly open: OpenForm;
  private readonly texts: Record<string, string>;
  private readonly locale = document.documentElement.lang;
  private view: View = 'list';
  private changed = () => {};

  constructor(private readonly form: HTMLFormElement) {
    const data = form.dataset;
    const { form: read } = readForm(JSON.parse(data.form!));
    const values = JSON.parse(data.formKept!) as OpenForm['values'];
    this.open = { form: read!, role: data.formRole || null, values, settled: new Set(), files: {} };
    this.texts = JSON.parse(data.formTexts!) as Record<string, string>;
    const locales = { page: this.locale, paper: data.paperLocale! };
    const fields = new Map(read!.definition.fields.map((field) => [field.key, field]));
    this.entries = [...form.querySelectorAll<HTMLElement>('[data-entry]')].map(
      (block) => new FormEntry(block, fields.get(block.dataset.entry!)!, locales),
    );
    this.places = this.entries.flatMap(({ places }) => places);
    this.stops = this.entries;
  }

  start(own: readonly Place[], { changed, entries, known }: Parameters<Filling['start']>[1]): void {
    this.changed = changed;
    const { form } = this;
    const sending = { address: form.dataset.entries!, entries, known, changed: () => this.update(own) };
    for (const entry of this.entries) {
      const { block, field } = entry;
      if (!takesFiles(field)) continue;
      const told = (text: string) => entry.caption(text);
      this.given.set(field.key, new FileEntry(block, field, { ...sending, told }));
    }
    form.addEventListener(
      'input',
      ({ target }) => {
        const isView = target instanceof HTMLInputElement && target.name === 'view';
        if (isView) this.look(target.value as View);
        else this.update(own);
      },
      { capture: true },
    );
    form.addEventListener('focusin', ({ target }) => this.tellWrong(target));
    form.addEventListener('focusout', ({ target }) => this.tellWrong(target));
    for (const entry of this.entries)
      entry.block.querySelector('[data-entry-show]')?.addEventListener('click', () => {
        this.look('document');
        entry.enter();
      });
    document.querySelector('[data-errors]')?.addEventListener('click', (event) => this.follow(event));
    const isWrong = document.querySelector('[data-errors]') !== null;
    this.look(!isWrong && matchMedia(WIDE).matches ? 'document' : 'list');
    this.update(own);
  }

  tell(done: number, total: number): string {
    return this.text('form.progress', { done: String(done), total: String(total) });
  }

  enterSignature(): boolean {
    const button = this.form.querySelector<HTMLElement>('[data-list-mark] button');
    if (this.view === 'document' || !button) return false;
    button.focus();
    button.scrollIntoView({ block: 'center' });
    return true;
  }

  private look(view: View): void {
    this.view = view;
    this.form.dataset.view = view;
    for (const radio of this.form.querySelectorAll<HTMLInputElement>('[data-views] input'))
      radio.checked = radio.value === view;
    for (const entry of this.entries) entry.move(view);
  }

  private update(own: readonly Place[]): void {
    const filled = this.filled();
    for (const entry of this.entries) {
      const result = filled.resultOf(entry.field.key);
      entry.show(result);
      entry.showPicture(this.given.get(entry.field.key)?.picture ?? null);
      entry.say(this.told(entry, result));
    }
    for (const { element } of own) {
      const { key } = element.dataset;
      element.hidden = key ? !filled.resultOf(key).isShown : false;
    }
    this.tellWrong(document.activeElement);
    this.changed();
  }

  private filled(): FilledForm {
    const posted = Object.fromEntries(new FormData(this.form));
    const now = new Date();
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    const today = day.map((part) => String(part).padStart(2, '0')).join('-');
    const given = [...this.given].flatMap(([key, { value }]) =>
      value === null ? [] : [[key, value] as const],
    );
    return fillIn({ ...this.open, files: Object.fromEntries(given) }, posted, { locale: this.locale, today });
  }

  private told({ field, excess }: FormEntry, { faults, value }: FieldResult): Told | null {
    const [fault] = faults;
    const refusal = this.given.get(field.key)?.refusal ?? '';
    if (refusal !== '') return { rule: 'file', text: refusal, readings: [] };
    if (!fault && excess === 0) return null;
    if (!fault) return { rule: 'fit', text: this.text('form.problems.fit', { count: excess }), readings: [] };
    const today = new Date().toISOString().slice(0, 10);
    const { problem, values } = faultText(field, fault, value, { locale: this.locale, today });
    const text = this.text(`form.problems.${problem}`, values);
    return { rule: fault.rule, text, readings: fault.readings ?? [] };
  }

  /** In the document, what is wrong with a box stands at the foot, because there is no room beside it. */
  private tellWrong(target: EventTarget | null): void {
    const entry = this.entries.find((each) => target instanceof Element && each.holds(target));
    const isBox = entry !== undefined && (isTicked(entry.field) || takesFiles(entry.field));
    const told = this.view === 'document' && isBox && entry.problem ? `${entry.words}: ${entry.problem}` : '';
    const status = this.form.querySelector('[data-form-wrong]')!;
    if (status.textContent !== told) status.textContent = told;
  }

  /** An error leads to its field, wherever that is shown. */
  private follow(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const entry = this.entries.find(({ field }) => link?.hash === `#${entryControl(field.key)}`);
    if (!entry) return;
    event.preventDefault();
    entry.enter();
  }

  private text(key: string, values: Parameters<typeof translate>[2]): string {
    return translate({ locale: this.locale, texts: this.texts }, key, values);
  }
}
