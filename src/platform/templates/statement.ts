/** What fills a place of a statement's text, told in the reader's language: an instant, a day, or several things. */
export type StatementValue =
  string | number | readonly (string | number)[] | { instant: string } | { day: string };

/** A text of the catalogue with what fills it, put into words only where the reader's language is known. */
export interface Statement {
  key: string;
  values?: Readonly<Record<string, StatementValue>>;
}
