/** A column of encrypted values, described for re-encryption with another key. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Base64 in a text column; bytes otherwise. */
  isText: boolean;
  /** Columns that determine the context. */
  of: readonly string[];
  /** The context of a sealed value. @param values - of the columns `of`, in their order */
  context: (...values: never[]) => string;
}
