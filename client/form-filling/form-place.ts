/** A place of a form's field in the document: the look of what it holds, and in document view its control. */
import { type FormField, type FormValue, takesFiles } from '../../src/forms/form-definition.js';
import { showValue } from '../../src/forms/show-value.js';
import { type FieldKind } from '../../src/pdf/document-field.js';
import { type EntryRules } from '../../src/pdf/entry-layout.js';
import { entryControl, tickControl } from '../../src/signing/domain/form-entries.js';
import { choiceLook, entryExcess, entryLook, handLook, pictureLook } from '../sign-in-document/looks.js';
import { type Box, Place } from '../sign-in-document/place.js';

export interface FormBox extends Box {
  /** Position of the option that is marked here; null if the place is of the whole field. */
  option: number | null;
}

/** Kinds of which a box is ticked in each place. */
const TICKED: readonly FormField['kind'][] = ['checkbox', 'radio', 'checkboxes'];
const WRITTEN: readonly FormField['kind'][] = ['initials', 'text', 'number', 'chosen_date', 'choice'];

/** Whether what is entered goes into one box after the other, and not into one for the whole field. */
export const isTicked = ({ kind }: FormField): boolean => TICKED.includes(kind);

export class FormPlace extends Place {
  private value: FormValue | null = null;
  private typed = '';
  private picture: HTMLImageElement | null = null;
  isWrong = false;

  constructor(
    private readonly field: FormField,
    readonly formBox: FormBox,
    private readonly paperLocale: string,
    words: string,
    isFixed: boolean,
  ) {
    super(elementFor(field, formBox, words, isFixed));
  }

  override get isTyped(): boolean {
    return WRITTEN.includes(this.kind as FormField['kind']);
  }

  /** @param typed what was entered, if it cannot be read */
  hold(value: FormValue | null, typed: string): void {
    this.value = value;
    this.typed = typed;
    this.draw();
  }

  /** @param picture what was given; null if nothing was */
  hang(picture: HTMLImageElement | null): void {
    this.picture = picture;
    this.draw();
    if (picture?.complete === false)
      void picture.decode().then(
        () => this.draw(),
        () => undefined,
      );
  }

  protected override get isEmpty(): boolean {
    if (takesFiles(this.field)) return this.picture === null;
    return isTicked(this.field) ? !this.isMarked : this.words === '';
  }

  override get isDemanded(): boolean {
    return false;
  }

  override get isOpen(): boolean {
    return this.isWrong;
  }

  protected override drawing(): SVGElement | null {
    const { field, words, picture } = this;
    if (takesFiles(field)) {
      const lines = field.kind === 'stamp' ? field.lines : [];
      return picture?.complete ? pictureLook(picture, lines, this.box) : null;
    }
    if (isTicked(field)) return this.isMarked ? choiceLook(field.kind === 'radio', this.box) : null;
    if (words === '') return null;
    return field.kind === 'initials' ? handLook(words, this.box) : entryLook(words, this.box, rulesOf(field));
  }

  /** By how many characters the entry is too long to be drawn here. */
  get excess(): number {
    const { field } = this;
    const isWritten = WRITTEN.includes(field.kind) && field.kind !== 'initials';
    return isWritten && this.value !== null ? entryExcess(this.words, this.box, rulesOf(field)) : 0;
  }

  private get isMarked(): boolean {
    const { field, value } = this;
    if (field.kind === 'checkbox') return value === true;
    const option = 'options' in field ? field.options[this.formBox.option ?? -1]?.value : undefined;
    return option !== undefined && [value].flat().includes(option);
  }

  private get words(): string {
    if (this.field.kind === 'label') return this.field.text;
    return this.value === null ? this.typed : showValue(this.field, this.value, this.paperLocale);
  }
}

/** How the field is written; a picture is never drawn by this. */
function rulesOf(field: FormField): EntryRules {
  const isLong = field.kind === 'label' || (field.kind === 'text' && field.validation.lines === 'many');
  const cells = field.kind === 'text' ? (field.validation.cells ?? null) : null;
  return { kind: field.kind as FieldKind, lines: isLong ? 'many' : 1, cells };
}

function elementFor(field: FormField, box: FormBox, words: string, isFixed: boolean): HTMLElement {
  const element = document.createElement('div');
  const look = isFixed ? 'fixed' : takesFiles(field) ? 'signature' : isTicked(field) ? 'checkbox' : 'text';
  element.className = `place form-place ${look}`;
  element.dataset.place = JSON.stringify(box);
  element.dataset.kind = field.kind;
  if (isFixed) return element;
  if (takesFiles(field)) {
    const button = document.createElement('button');
    const shown = document.createElement('span');
    Object.assign(button, { type: 'button', className: 'place-control' });
    Object.assign(shown, { className: 'place-words', textContent: words });
    button.append(shown);
    element.append(button);
    return element;
  }
  const name = document.createElement('label');
  name.className = 'place-words';
  name.dataset.of = isTicked(field) ? tickControl(field.key, box.option ?? 0) : entryControl(field.key);
  name.textContent = words;
  element.append(name);
  return element;
}
