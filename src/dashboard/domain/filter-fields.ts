import { type Statement } from '../../platform/templates/statement.js';
import { dayOf } from './calendar-days.js';
import { searchText } from './search-text.js';
import { MAX_SOUGHT, readSought } from './sought.js';

const UNKNOWN = 'dashboard.list.unknown';
/** Characters of an unknown value that are shown. */
const MOST_NAMED = 40;

type Query = Readonly<Record<string, unknown>>;

/** A filter read from its address. */
export interface ReadFilter<Filter, Field extends string> {
  filter: Filter;
  /** The fields as typed. */
  entered: Partial<Record<Field, string>>;
  /** Problems by field name. With any, the filter finds nothing. */
  problems: Partial<Record<Field, Statement>>;
}

/** Reads the fields of a list's filter, keeping the typed text and any problems. */
export class FilterFields<Field extends string> {
  private readonly entered: ReadFilter<unknown, Field>['entered'] = {};
  private readonly problems: ReadFilter<unknown, Field>['problems'] = {};

  constructor(private readonly query: Query) {}

  /** One of the options. Another value is named as a problem, so that nobody takes the list for what they asked for. */
  option<Option extends string>(field: Field, options: readonly Option[]): Option | undefined {
    const typed = this.typed(field);
    const chosen = options.find((option) => option === typed);
    if (typed !== '' && chosen === undefined) this.refuseUnknown(field, typed);
    return chosen;
  }

  /** Where the list continues. Anything else than `read` accepts is named as a problem. */
  place<Place>(field: Field, read: (text: string) => Place | undefined): Place | undefined {
    const typed = this.typed(field);
    const place = typed === '' ? undefined : read(typed);
    if (typed !== '' && place === undefined) this.refuseUnknown(field, typed);
    return place;
  }

  /** @param max - the longest text in the list, in UTF-16 units */
  text(field: Field, max: number): string | undefined {
    const typed = this.typed(field);
    const text = searchText(typed, max);
    if (typed !== '' && text === undefined)
      this.refuse(field, { key: 'dashboard.list.wrongText', values: { max } });
    return text;
  }

  /** The text as parsed by `parse`, which returns null for an invalid one. */
  parsed<Value>(field: Field, parse: (text: string) => Value | null, problem: Statement): Value | undefined {
    const typed = this.typed(field);
    const value = typed === '' ? undefined : parse(typed);
    if (value === null) this.refuse(field, problem);
    return value ?? undefined;
  }

  /** The text of the list's search box. */
  sought(field: Field): string | undefined {
    const problem: Statement = { key: 'dashboard.list.wrongSought', values: { max: MAX_SOUGHT } };
    return this.parsed(field, (text) => (readSought(text) === null ? null : text), problem);
  }

  /** Days, both included. */
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

  /** Names a value that the list cannot be filtered by. */
  refuseUnknown(field: Field, value: string): void {
    this.refuse(field, { key: UNKNOWN, values: { value: shortened(value) } });
  }

  read<Filter>(filter: Filter): ReadFilter<Filter, Field> {
    const { entered, problems } = this;
    return { filter, entered, problems };
  }

  private typed(field: Field): string {
    const value = this.query[field];
    const texts = [value].flat().filter((each) => typeof each === 'string');
    const text = texts.join(', ').trim();
    if (text !== '') this.entered[field] = text;
    if (!Array.isArray(value)) return text;
    // One of several values would be a filter that nobody chose.
    this.refuseUnknown(field, text);
    return '';
  }
}

/** The problems with values that a list does not know, which have no field of their own to be shown at. */
export const unknownIn = (problems: Readonly<Record<string, Statement>>) =>
  Object.values(problems).filter(({ key }) => key === UNKNOWN);

/** Enough of a value to recognize it. */
const shortened = (value: string) =>
  value.length > MOST_NAMED ? `${value.slice(0, MOST_NAMED).toWellFormed()}…` : value;

export const isWrong = ({ problems }: Pick<ReadFilter<unknown, string>, 'problems'>) =>
  Object.keys(problems).length > 0;
