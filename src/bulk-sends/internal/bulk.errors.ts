import { notFound, refused } from '../../common/errors.js';
import { REPEATED_HOURS } from '../domain/bulk-send.state.js';

export const bulkSendNotFound = () => notFound('Bulk send');
export const bulkRowNotFound = () => notFound('Row');
export const bulkRunning = () =>
  refused('bulk_running', 'The bulk send is running: pause it before changing anything');
export const bulkStarted = () =>
  refused('bulk_started', 'The bulk send was started, so its rows can no longer be replaced');
export const bulkNotRunning = () => refused('bulk_not_running', 'The bulk send is not running');
export const bulkNotPaused = () => refused('bulk_not_paused', 'The bulk send is not paused');
export const bulkEnded = (state: 'finished' | 'cancelled') =>
  refused(`bulk_${state}`, `The bulk send is ${state}`);
export const rowsMissing = () => refused('rows_missing', 'The bulk send has no rows: upload them first');
export const fileQuestionGone = () => refused('file_gone', 'The file is no longer kept: choose it again');
export const rowsMixed = () =>
  refused('rows_mixed', 'Corrections can only be CSV or TSV, and only of rows that were');
export const rowsReplaced = () =>
  refused('rows_replaced', 'The rows were replaced meanwhile: look at the present ones first');
export const rowsInvalid = (invalid: number) =>
  refused(
    'rows_invalid',
    `${invalid} rows have faults: correct and upload them again, or create the bulk send with onInvalid 'skip'`,
  );
export const noneValid = () => refused('rows_invalid', 'Every row has a fault, so there is nothing to send');
export const rowsRepeated = (id: number) =>
  refused(
    'rows_repeated',
    `Bulk send ${id} was started with the same rows within ${REPEATED_HOURS} hours; send confirmRepeated: true if they are to be sent again`,
  );
export const overCeiling = (rows: number, started: number, ceiling: number) =>
  refused(
    'bulk_ceiling',
    `${rows} rows and the ${started} started within 24 hours exceed the ${ceiling} that an organization may send in that time`,
  );
