import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DatabaseWatch } from '../../platform/database/database-watch.js';
import { Transactions } from '../../platform/database/transactions.js';
import { type Job, type JobHandler, JobHandlerFor, type JobResult } from '../../platform/jobs/job-handler.js';
import { JobQueue } from '../../platform/jobs/job-queue.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import {
  PreparedRequests,
  REMOVE_TEMPLATE_FILES_JOB,
  type TemplateRemovalJobPayload,
} from '../../signatures/prepared-requests.js';
import { getTemplate, type TemplateKey } from '../internal/template.queries.js';
import { archivedWithFiles, filesOf, removeDocuments } from '../internal/template-removal.queries.js';

/** Templates per run. The next run queues behind the jobs of other organizations. */
const BATCH = 25;

/**
 * Removes the files of templates that were archived as long ago as an organization keeps documents, once no request has
 * them any more. Names, versions and digests stay.
 */
@Injectable()
@JobHandlerFor()
export class RemoveTemplateFilesJob implements JobHandler<TemplateRemovalJobPayload> {
  readonly kind = REMOVE_TEMPLATE_FILES_JOB;
  readonly maxInflight = 1;
  readonly maxInProcess = 2;
  readonly timeoutMs = 120_000;
  readonly maxAttempts = 10;
  private readonly logger = new Logger(RemoveTemplateFilesJob.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly requests: PreparedRequests,
    private readonly deletions: FileDeletions,
    private readonly jobs: JobQueue,
    private readonly database: DatabaseWatch,
  ) {}

  retryAfterSeconds(attempt: number): number {
    return Math.min(60 * 2 ** attempt, 3_600);
  }

  async run({ payload }: Job<TemplateRemovalJobPayload>, signal: AbortSignal): Promise<JobResult> {
    const { organizationId, days, after } = payload;
    const due = await archivedWithFiles(this.dataSource.manager, {
      organizationId,
      days,
      after,
      limit: BATCH,
    });
    for (const templateId of due) {
      signal.throwIfAborted();
      await this.reported({ organizationId, templateId });
    }
    const last = due.at(-1);
    if (last === undefined || due.length < BATCH) return { outcome: 'done' };
    const next: TemplateRemovalJobPayload = { ...payload, after: last };
    return { outcome: 'done', commit: (tx) => this.jobs.enqueue(tx, { kind: this.kind, payload: next }) };
  }

  /** A failed removal does not stop the others; it is due again tomorrow. */
  private async reported(key: TemplateKey): Promise<void> {
    try {
      await this.transactions.run((tx) => this.remove(tx, key));
    } catch (error) {
      if (this.database.report(error)) throw error;
      this.logger.warn(
        `The files of template ${key.templateId} could not be removed and are kept another day: ${(error as Error).message}`,
      );
    }
  }

  /** Under the template's lock nobody duplicates it, and from an archived one no request is made. */
  private async remove(tx: EntityManager, key: TemplateKey): Promise<void> {
    const { archivedAt } = await getTemplate(tx, key, { lock: true });
    if (!archivedAt) return;
    const files = await filesOf(tx, key);
    if (files.length === 0 || (await this.requests.needAny(tx, key.organizationId, files))) return;
    await removeDocuments(tx, key);
    await this.deletions.add(tx, key.organizationId, [...new Set(files.map(({ storageKey }) => storageKey))]);
  }
}
