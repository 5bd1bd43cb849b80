import { readNumber } from '../../src/forms/numbers/read-number.js';
import type { Field } from './field.js';
import type { PanelPart, PanelTools } from './panel.js';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Rules that belong to a text of one line. */
const OF_ONE_LINE = ['cells', 'format', 'pattern'];

/**
 * The controls of members of a field: `data-member` names one, such as `help` or `validation.min`, and `data-as` what it
 * is: a text, `flag`, `count`, `number` or `lines`.
 */
export class MemberInputs implements PanelPart {
  private readonly inputs: readonly Input[];

  constructor(private readonly tools: PanelTools) {
    this.inputs = [...tools.root.querySelectorAll<Input>('[data-member]')];
    for (const input of this.inputs) input.addEventListener('change', () => this.changed(input));
  }

  show(field: Field): void {
    for (const input of this.inputs) {
      const value = memberOf(field, input.dataset.member!);
      if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === true;
      else if (document.activeElement !== input)
        input.value = Array.isArray(value)
          ? value.join('\n')
          : typeof value === 'string' || typeof value === 'number'
            ? String(value)
            : '';
    }
  }

  private changed(input: Input): void {
    const field = this.tools.chosen();
    if (!field) return;
    const member = input.dataset.member!;
    const value = readAs(input);
    const [, rule] = member.split('.');
    const part = rule === undefined ? { [member]: value } : { validation: rulesWith(field, rule, value) };
    this.tools.list.change(field.id, part);
  }
}

function memberOf(field: Field, member: string): unknown {
  const [name, rule] = member.split('.') as [keyof Field, string | undefined];
  return rule === undefined ? field[name] : field.validation?.[rule];
}

/** What was entered; undefined for nothing. What is no number stays as typed, and the service says so. */
function readAs(input: Input): unknown {
  const typed = input.value.trim();
  switch (input.dataset.as) {
    case 'flag':
      return (input as HTMLInputElement).checked;
    case 'count':
      return /^\d{1,6}$/.test(typed) ? Number(typed) : typed || undefined;
    case 'number':
      return typed === '' ? undefined : decimalOf(typed);
    case 'lines':
      return typed === '' ? undefined : typed.split('\n').map((line) => line.trim());
    case undefined:
    default:
      return typed || undefined;
  }
}

/** A number typed in the page's language, as the service takes it. */
export function decimalOf(typed: string): string {
  const reading = readNumber(typed, document.documentElement.lang, []);
  return 'value' in reading ? reading.value : typed;
}

/** The rules with another one, without those that contradict it. */
function rulesWith({ validation = {} }: Field, rule: string, value: unknown) {
  const gone = new Set([
    ...(rule === 'lines' && value !== undefined ? OF_ONE_LINE : []),
    ...(rule === 'cells' && value !== undefined ? ['maxLength'] : []),
    ...(rule === 'currency' && value !== undefined ? ['unit'] : []),
    ...(rule === 'exactly' && value !== undefined ? ['min', 'max'] : []),
  ]);
  const entries = Object.entries({ ...validation, [rule]: value });
  return Object.fromEntries(entries.filter(([name, each]) => each !== undefined && !gone.has(name)));
}
