/** The sheet in which the signature is drawn, typed or uploaded (views/signing/mark.hbs). */
import { handFaceFor } from '../../src/pdf/hand-faces.js';
import { readStrokes } from '../../src/signing/domain/drawn-mark.js';
import { openMarkField } from '../mark-field.js';
import type { Mark } from './looks.js';

export class MarkSheet {
  private readonly appear: () => void;

  /** @param mayClick whether signing by click, without a mark, is allowed */
  constructor(
    private readonly dialog: HTMLDialogElement,
    private readonly mayClick: boolean,
    private readonly chosen: (mark: Mark) => void,
  ) {
    this.appear = openMarkField(dialog.querySelector<HTMLElement>('[data-mark]')!);
    this.part('use').addEventListener('click', () => this.use());
    this.part('close').addEventListener('click', () => dialog.close());
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      this.use();
    });
    dialog.addEventListener('input', () => this.showProblem(''));
  }

  open(): void {
    this.showProblem('');
    this.dialog.showModal();
    this.appear();
  }

  /** The form's mark for the previously chosen way, once its picture has loaded. */
  async restore(way: string): Promise<Mark | null> {
    const mark = this.read(way);
    if (mark?.kind === 'uploaded') await mark.picture.decode().catch(() => undefined);
    return mark;
  }

  /** The fields that the form would send. */
  fields(mark: Mark | null): Record<string, string> {
    return {
      method: mark?.kind ?? '',
      typed: mark?.kind === 'typed' ? mark.text : this.mayClick ? '' : this.input('[name="typed"]'),
      strokes: mark?.kind === 'drawn' ? JSON.stringify(mark.strokes) : '',
    };
  }

  private use(): void {
    const way = this.dialog.querySelector<HTMLInputElement>('[data-way]:checked')?.value ?? '';
    const mark = this.read(way);
    if (mark === null) return this.showProblem(way);
    this.dialog.close();
    this.chosen(mark);
  }

  private read(way: string): Mark | null {
    if (way === 'click') return { kind: 'click' };
    if (way === 'drawn') {
      const strokes = readStrokes(this.input('[data-strokes]'));
      return strokes && { kind: 'drawn', strokes };
    }
    if (way === 'uploaded') {
      const picture = this.dialog.querySelector<HTMLImageElement>('.picture img');
      return picture && { kind: 'uploaded', picture };
    }
    const text = this.input('[name="typed"]').trim();
    if (text === '' && this.mayClick) return { kind: 'click' };
    return /[\p{L}\p{N}]/u.test(text) && handFaceFor(text) !== null ? { kind: 'typed', text } : null;
  }

  private input(selector: string): string {
    return this.dialog.querySelector<HTMLInputElement>(selector)?.value ?? '';
  }

  /** @param way the way that lacks something; empty if none */
  private showProblem(way: string): void {
    const problem = this.part('problem');
    problem.textContent = problem.dataset[way] ?? '';
  }

  private part(name: string): HTMLElement {
    return this.dialog.querySelector<HTMLElement>(`[data-mark-${name}]`)!;
  }
}
