import { type Faults, type FormFaultCode } from '../form-fault.js';
import { DECIMAL_TEXT, decimalOfJson } from '../numbers/json-number.js';
import { cleanLine, cleanLines, lengthOf } from '../texts/clean-text.js';

const MAX_SHOWN = 60;

type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A part of a definition that may be anything. Reading one that is wrong adds a fault and returns something harmless, so
 * that the rest is read as well.
 */
export class JsonPart {
  /**
   * @param key - of the field to which the part belongs
   * @param step - the name or index of the part in its parent
   */
  constructor(
    readonly value: unknown,
    readonly faults: Faults,
    private readonly key?: string,
    private readonly parent?: JsonPart,
    private readonly step: string | number = '',
  ) {}

  /** Where the part is, such as `fields[3].key`; empty for the whole. Most parts are right and are never asked. */
  get path(): string {
    const { parent, step } = this;
    if (parent === undefined) return '';
    if (typeof step === 'number') return `${parent.path}[${step}]`;
    return parent.parent === undefined ? step : `${parent.path}.${step}`;
  }

  /** Null is the same as nothing. */
  get isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** @param problem - continues a sentence that begins with the path */
  fail(code: FormFaultCode, problem: string): void {
    const key = this.key === undefined ? {} : { key: this.key };
    this.faults.add({ code, ...key, path: this.path, message: `${this.path || 'The form'} ${problem}` });
  }

  /** @param expected - completes `must be …` */
  refuse(expected: string): void {
    if (this.isAbsent) this.fail('member_missing', `is missing; it must be ${expected}`);
    else this.fail('member_invalid', `is ${this.shown}, but must be ${expected}`);
  }

  /** The value in an error, cut if it is long. */
  get shown(): string {
    const json = JSON.stringify(this.value, (name, inner: unknown) =>
      name !== '' && typeof inner === 'object' && inner !== null ? '…' : inner,
    );
    return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json;
  }

  /** A part of this one that belongs to a field. */
  of(key: string): JsonPart {
    return new JsonPart(this.value, this.faults, key, this.parent, this.step);
  }

  member(name: string): JsonPart {
    const value = isObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return new JsonPart(value, this.faults, this.key, this, name);
  }

  /** Whether it is an object without other members than these. */
  hasOnly(names: readonly string[], what: string): boolean {
    if (!isObject(this.value)) {
      this.refuse(`an object, ${what}`);
      return false;
    }
    for (const name of Object.keys(this.value).filter((each) => !names.includes(each)))
      this.member(name.slice(0, MAX_SHOWN)).fail(
        'member_unknown',
        `is not known: ${what} may have ${names.join(', ')}`,
      );
    return true;
  }

  /** The parts of an array; none if it has another number of them. */
  items(least: number, most: number): JsonPart[] {
    const { value } = this;
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      this.refuse(`an array of ${least} to ${most}`);
      return [];
    }
    return value.map((item: unknown, index) => new JsonPart(item, this.faults, this.key, this, index));
  }

  /** A line of text, cleaned. */
  line(least: number, most: number): string {
    return this.text(cleanLine, least, most);
  }

  /** A text of one or more lines, cleaned. */
  lines(least: number, most: number): string {
    return this.text(cleanLines, least, most);
  }

  private text(clean: (text: string) => string, least: number, most: number): string {
    const text = typeof this.value === 'string' ? clean(this.value) : null;
    const length = text === null ? -1 : lengthOf(text);
    if (text !== null && length >= least && length <= most) return text;
    this.refuse(`a text of ${least} to ${most} characters`);
    return '';
  }

  /** A text that the pattern matches as it is. */
  matching(pattern: RegExp, expected: string): string {
    if (typeof this.value === 'string' && pattern.test(this.value)) return this.value;
    this.refuse(expected);
    return '';
  }

  flag(otherwise: boolean): boolean {
    if (this.isAbsent) return otherwise;
    if (typeof this.value === 'boolean') return this.value;
    this.refuse('true or false');
    return otherwise;
  }

  integer(least: number, most: number): number {
    if (Number.isSafeInteger(this.value) && Number(this.value) >= least && Number(this.value) <= most)
      return Number(this.value);
    this.refuse(`a whole number from ${least} to ${most}`);
    return least;
  }

  points(least: number, most: number): number {
    if (Number.isFinite(this.value) && Number(this.value) >= least && Number(this.value) <= most)
      return Number(this.value) + 0;
    this.refuse(`a number of points from ${least} to ${most}`);
    return least;
  }

  /** A canonical decimal; nothing if it is none. */
  decimal(): string | undefined {
    const text = decimalOfJson(this.value);
    if (text === null) this.refuse(DECIMAL_TEXT);
    return text ?? undefined;
  }

  /** What `read` makes of it, unless it is absent: nothing for the member of an object. */
  optional<Name extends string, Value>(
    name: Name,
    read: (part: JsonPart) => Value,
  ): { [Key in Name]?: Value } {
    const part = this.member(name);
    return part.isAbsent ? {} : ({ [name]: read(part) } as { [Key in Name]: Value });
  }
}
