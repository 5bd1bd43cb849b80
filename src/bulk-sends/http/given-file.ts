import { invalid } from '../../common/errors.js';
import { type GivenFile } from '../bulk-uploads.js';
import { type TableFormat } from '../reading/table-reading.js';
import { type UploadRowsDto } from './dto/bulk-send.dto.js';

/** What a raw body can be, by its Content-Type. JSON itself has another reading, with a limit of its own. */
export const ROW_TYPES: Readonly<Record<string, TableFormat>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/x-ndjson': 'ndjson',
};

const MAX_NAMED = 2_000;

/** What the query and the Content-Type say of a file. @throws AppError 400 for columns that are no object of texts */
export function toGivenFile(query: UploadRowsDto, contentType: string | undefined): GivenFile {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return {
    format: query.format ?? ROW_TYPES[type] ?? 'csv',
    encoding: query.encoding ?? null,
    delimiter: query.delimiter ?? null,
    decimalMark: query.decimalMark ?? null,
    dateOrder: query.dateOrder,
    columns: query.columns === undefined ? {} : readColumns(query.columns),
  };
}

function readColumns(text: string): GivenFile['columns'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongColumns();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongColumns();
  const entries = Object.entries(value);
  const isSound = entries.every(([, target]) => target === null || typeof target === 'string');
  if (!isSound || entries.length > MAX_NAMED) throw wrongColumns();
  return value as GivenFile['columns'];
}

const wrongColumns = () =>
  invalid({
    field: 'columns',
    message: `columns must be a JSON object of at most ${MAX_NAMED} targets by column, such as {"E-Mail": "tenant.email"}`,
  });
