import { type AppError } from '../../common/errors.js';
import { type RefusalWords } from './refusal-words.js';

/** Codes whose text says everything that the error does. */
const EXPLAINED: ReadonlySet<string | undefined> = new Set([
  ...['file_missing', 'file_too_large', 'file_gone', 'rows_missing', 'rows_too_many', 'columns_too_many'],
]);

/** Why a file of rows was refused, in the reader's language and in the API's English. */
export function uploadRefusal({ code, message: reason }: Pick<AppError, 'code' | 'message'>): RefusalWords {
  const isWhole = EXPLAINED.has(code);
  return { words: { key: `dashboard.bulk.refusals.${isWhole ? code! : 'file'}` }, reason, isWhole };
}

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** The name of a delimiter's text; null for a file without one. */
export const delimiterName = (delimiter: string | null) => DELIMITERS[delimiter ?? ''] ?? null;
