import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { Transactions } from '../../platform/database/transactions.js';
import { StreamedDownload } from '../../platform/pages/page.js';
import { Downloads } from '../../platform/storage/downloads.service.js';
import { actorOf } from '../domain/actor-of.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** What the export of a list holds in memory at most: some hundred rows. */
const ROWS_BYTES = 1024 * 1024;

const MIME_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
} as const;

export interface ListExport {
  type: ActivityType;
  /** What the activity says about it. */
  data: Record<string, unknown>;
  /** The file's name without its ending, which follows from the format. */
  baseName: string;
  format: keyof typeof MIME_TYPES;
  /** What it holds in memory at most. */
  sizeBytes?: number;
  read(): AsyncIterable<string> | Readable;
}

/** Sends lists as files that are generated while they are read, however long they become. */
@Injectable()
export class ListExports {
  constructor(
    private readonly transactions: Transactions,
    private readonly activity: ActivityLog,
    private readonly downloads: Downloads,
  ) {}

  /** Records the export before anything is read. @throws AppError 429 or 503 if there are too many downloads */
  send(visit: DashboardVisit, reply: FastifyReply, list: ListExport): Promise<StreamedDownload> {
    const { organizationId } = visit;
    const { type, data, baseName, format, sizeBytes = ROWS_BYTES } = list;
    return this.downloads.load(reply, { organizationId, sizeBytes }, async () => {
      await this.transactions.run((tx) => this.activity.record(tx, { ...actorOf(visit), type, data }));
      const made = list.read();
      const stream = made instanceof Readable ? made : Readable.from(made);
      return new StreamedDownload(stream, MIME_TYPES[format], `${baseName}-${organizationId}.${format}`);
    });
  }
}
