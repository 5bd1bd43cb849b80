import { type RowFault } from '../../bulk-sends/domain/row-fault.js';
import { type RefusalWords } from './refusal-words.js';

/** Codes whose text says everything that the fault does. */
const EXPLAINED: ReadonlySet<string> = new Set([
  ...['row_nul', 'row_too_large', 'row_looks_rounded', 'row_repeated'],
  ...['reference_repeated', 'role_missing', 'role_email_repeated', 'recipient_repeated'],
  ...['value_ambiguous', 'value_missing', 'value_hidden', 'address_repeated', 'address_cleaned'],
]);
/** Codes with a text that leaves the details to the API's sentence. */
const NAMED: ReadonlySet<string> = new Set([
  ...['row_columns', 'row_quote', 'row_json', 'value_invalid', 'entry_does_not_fit', 'script_unsupported'],
]);

/** What is wrong with a row, in the reader's language, with the column that it is about. */
export interface FaultWords extends RefusalWords {
  column: string | null;
}

export function faultWords({ code, column = '', message }: RowFault): FaultWords {
  const isWhole = EXPLAINED.has(code);
  const text = isWhole || NAMED.has(code) ? code : 'other';
  return {
    words: { key: `dashboard.bulk.faults.${text}` },
    reason: withoutColumn(message, column),
    ...{ isWhole, column: column || null },
  };
}

/** The sentence without the column that stands beside it. */
function withoutColumn(message: string, column: string): string {
  const rest = column !== '' && message.startsWith(`${column} `) ? message.slice(column.length + 1) : message;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}
