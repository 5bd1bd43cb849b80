import {
  type SourceRow,
  type TableFacts,
  type TableOptions,
  TableReading,
} from '../../src/bulk-sends/reading/table-reading.js';
import { AppError } from '../../src/common/errors.js';

export type Given = Partial<TableOptions>;
export interface Reading {
  rows: SourceRow[];
  facts: TableFacts;
}

/** Reads a file that arrives in pieces of this many bytes. */
export function readTable(file: string | Buffer, given: Given = {}, piece = 7): Reading {
  const bytes = Buffer.from(file);
  const reading = new TableReading({ format: 'csv', encoding: null, delimiter: null, ...given });
  const rows: SourceRow[] = [];
  for (let at = 0; at < bytes.length; at += piece)
    rows.push(...reading.write(bytes.subarray(at, at + piece)));
  rows.push(...reading.end());
  return { rows, facts: reading.facts };
}

export const cellsOf = ({ rows }: Reading) => rows.map(({ values }) => [...(values?.values() ?? [])]);
export const faultsOf = ({ rows }: Reading) => rows.flatMap(({ fault }) => (fault ? [fault] : []));

export function refusalOf(
  file: string | Buffer,
  given: Given = {},
): Pick<AppError, 'code' | 'message' | 'details'> {
  try {
    readTable(file, given);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the file was read');
}

export const UTF8_MARK = '\ufeff';
export const utf16 = (text: string) => Buffer.from(`${UTF8_MARK}${text}`, 'utf16le');
export const latin1 = (text: string) => Buffer.from(text, 'latin1');
export const GERMAN = 'tenant.email;tenant.name\r\nanne@example.com;Änne Müller\r\n';
export const GERMAN_CELLS = [['anne@example.com', 'Änne Müller']];
/** 山田 健 in Shift_JIS. */
export const YAMADA = Buffer.from([0x8e, 0x52, 0x93, 0x63, 0x20, 0x8c, 0x92]);
export const JAPANESE = Buffer.concat([
  Buffer.from('tenant.email,tenant.name\r\nken@example.com,'),
  YAMADA,
  Buffer.from('\r\n'),
]);
