/** A place of a form's field in the document: the look of what it holds, and in document view its control. */
import { type FormField, type FormValue } from '../../src/forms/form-definition.js';
import { showValue } from '../../src/forms/show-value.js';
import { handLook, squareLook, textLook } from '../sign-in-document/looks.js';
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

  protected override get isEmpty(): boolean {
    return isTicked(this.field) ? !this.isMarked : this.words === '';
  }

  override get isDemanded(): boolean {
    return false;
  }

  override get isOpen(): boolean {
    return this.isWrong;
  }

  protected override drawing(): SVGElement | null {
    if (isTicked(this.field)) return squareLook(this.isMarked, this.box);
    const { words } = this;
    if (words === '') return null;
    return this.kind === 'initials' ? handLook(words, this.box) : textLook(words, this.box);
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

function elementFor(field: FormField, box: FormBox, words: string, isFixed: boolean): HTMLElement {
  const element = document.createElement('div');
  const look = isFixed ? 'fixed' : isTicked(field) ? 'checkbox' : 'text';
  element.className = `place form-place ${look}`;
  element.dataset.place = JSON.stringify(box);
  element.dataset.kind = field.kind;
  if (isFixed) return element;
  const name = document.createElement('span');
  name.className = 'place-words';
  name.setAttribute('aria-hidden', 'true');
  name.textContent = words;
  element.append(name);
  return element;
}
