/** A column with encrypted values, for encrypting them with another key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Base64 in a text column; bytes otherwise. */
  isText: boolean;
  /** Columns from which the context follows. */
  of: readonly string[];
  /** The context that values are sealed for. @param values - of the columns `of`, in their order */
  context: (...values: never[]) => string;
}
