import { parseId } from '../../common/ids.js';
import { type Statement } from '../../platform/templates/statement.js';
import { searchText } from './search-text.js';
import { dayOf } from './calendar-days.js';

type Query = Readonly<Record<string, unknown>>;

/** A filter as its address has it. */
export interface ReadFilter<Filter, Field extends string> {
  filter: Filter;
  /** The fields as they were typed. */
  entered: Partial<Record<Field, string>>;
  /** What is wrong with a field, by its name; then the filter finds nothing. */
  problems: Partial<Record<Field, Statement>>;
}

/** Reads the fields of a list's filter, keeps what was typed, and notes what is wrong with it. */
export class FilterFields<Field extends string> {
  private readonly entered: ReadFilter<unknown, Field>['entered'] = {};
  private readonly problems: ReadFilter<unknown, Field>['problems'] = {};

  constructor(private readonly query: Query) {}

  /** One of the options. Others are left out, because old addresses may have them. */
  choice<Option extends string>(field: Field, options: readonly Option[]): Option | undefined {
    const chosen = options.find((option) => option === this.query[field]);
    this.keep(field, chosen ?? '');
    return chosen;
  }

  /** The id of one of the options. What is no id is left out. */
  chosenId(field: Field): number | undefined {
    const typed = this.query[field];
    const id = typeof typed === 'string' ? parseId(typed) : null;
    this.keep(field, id === null ? '' : String(id));
    return id ?? undefined;
  }

  /** @param max - the length in UTF-16 units that nothing in the list exceeds */
  text(field: Field, max: number): string | undefined {
    const typed = this.typed(field);
    const text = searchText(typed, max);
    if (typed !== '' && text === undefined)
      this.refuse(field, { key: 'dashboard.list.wrongText', values: { max } });
    return text;
  }

  /** What `parse` makes of a text; null says that it is wrong. */
  parsed<Value>(field: Field, parse: (text: string) => Value | null, problem: Statement): Value | undefined {
    const typed = this.typed(field);
    const value = typed === '' ? undefined : parse(typed);
    if (value === null) this.refuse(field, problem);
    return value ?? undefined;
  }

  /** UTC days, both included. */
  days(from: Field, to: Field): [from: string | undefined, to: string | undefined] {
    const wrong: Statement = { key: 'dashboard.list.wrongDay' };
    const day = (field: Field) => this.parsed(field, (text) => dayOf(text) ?? null, wrong);
    const [first, last] = [day(from), day(to)];
    if (first !== undefined && last !== undefined && first > last)
      this.refuse(to, { key: 'dashboard.list.endsBefore' });
    return [first, last];
  }

  refuse(field: Field, problem: Statement): void {
    this.problems[field] = problem;
  }

  /** Whether anything was typed into a field that was read. */
  has(field: Field): boolean {
    return field in this.entered;
  }

  read<Filter>(filter: Filter): ReadFilter<Filter, Field> {
    const { entered, problems } = this;
    return { filter, entered, problems };
  }

  private typed(field: Field): string {
    const value = this.query[field];
    return this.keep(field, typeof value === 'string' ? value.trim() : '');
  }

  private keep(field: Field, text: string): string {
    if (text !== '') this.entered[field] = text;
    return text;
  }
}

export const isWrong = ({ problems }: Pick<ReadFilter<unknown, string>, 'problems'>) =>
  Object.keys(problems).length > 0;
