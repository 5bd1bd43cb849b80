import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type PageResult, Redirect, StreamedDownload } from '../../platform/pages/page.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { queryOf } from '../domain/address-query.js';
import { isWrong, type ReadFilter } from '../domain/filter-fields.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** Maximum memory of a list export: a few hundred rows. */
const ROWS_BYTES = 1024 * 1024;

const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
} as const;

export interface ListExport {
  /** The exported list. */
  list: { address: string; choice: ReadFilter<unknown, string> };
  /** The file name without its extension, which the format determines. */
  baseName: string;
  format: keyof typeof MIME_TYPES;
  /** Maximum memory in bytes. */
  sizeBytes?: number;
  /** Records the export before it reads anything. */
  read(): Promise<AsyncIterable<string> | Readable>;
}

/** Sends lists of any length as files, generated while they are read. */
@Injectable()
export class ListExports {
  constructor(private readonly downloads: Downloads) {}

  /**
   * The file, to be sent as `answer`. An invalid filter redirects to the list, which shows the problem.
   * @throws AppError 429 or 503 if there are too many downloads
   */
  async load(
    { organizationId }: DashboardVisit,
    answer: OpenAnswer,
    wanted: ListExport,
  ): Promise<PageResult> {
    const { list, baseName, format, sizeBytes = ROWS_BYTES } = wanted;
    if (isWrong(list.choice)) return new Redirect(list.address + queryOf(list.choice.entered));
    return this.downloads.load(answer, { organizationId, sizeBytes }, async () => {
      const read = await wanted.read();
      const stream = read instanceof Readable ? read : Readable.from(read);
      return new StreamedDownload(stream, MIME_TYPES[format], `${baseName}-${organizationId}.${format}`);
    });
  }
}
