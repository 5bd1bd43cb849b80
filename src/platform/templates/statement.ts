/** A value in a statement's text, formatted in the reader's language: an instant, a day, or a list. */
export type StatementValue =
  string | number | readonly (string | number)[] | { instant: string } | { day: string };

/** A text of the catalogue with its values, rendered once the reader's language is known. */
export interface Statement {
  key: string;
  values?: Readonly<Record<string, StatementValue>>;
}
