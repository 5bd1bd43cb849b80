import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CallsTogether } from '../common/calls-together.js';
import { mailFailure } from '../platform/disruptions/disruption.queries.js';
import { JobPaces } from '../platform/jobs/job-paces.js';
import { countFailedJobs, queueFigures } from '../platform/jobs/job-state.queries.js';
import { MAIL_JOB } from '../platform/mail/mail-queue.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { minimumVersion, processFigures } from '../platform/processes/process.queries.js';
import { deletionFigures } from '../platform/storage/file-deletion.queries.js';
import { oldestTransaction, tableFigures } from './database-figures.queries.js';

/** The database is queried at most this often, however many scrapers there are: counting every job is expensive. */
const FRESH_MS = 5_000;
/** After this the database counts as gone; scrapers give up after ten seconds. */
const DATABASE_TIMEOUT = '5s';

/** Figures of the whole service from the database, in addition to each process's own counts. */
@Injectable()
export class ServiceFigures {
  private readonly gauges: ReturnType<typeof gaugesOf>;
  private readonly looks = new CallsTogether<null, void>(async (asked) => {
    await this.refresh();
    return asked.map(() => undefined);
  });
  private readAt = -Infinity;

  constructor(
    private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
    private readonly paces: JobPaces,
  ) {
    this.gauges = gaugesOf(metrics);
  }

  /** All metrics in Prometheus text format. Never rejects because of the database. */
  async expose(): Promise<{ type: string; text: string }> {
    await this.looks.request(null);
    return this.metrics.expose();
  }

  private async refresh(): Promise<void> {
    if (performance.now() - this.readAt < FRESH_MS) return;
    for (const gauge of Object.values(this.gauges)) gauge.reset();
    try {
      await this.dataSource.transaction((tx) => this.read(tx));
      this.gauges.up.set(1);
      this.readAt = performance.now();
    } catch {
      this.gauges.up.set(0);
    }
  }

  private async read(tx: EntityManager): Promise<void> {
    await tx.query(`set local statement_timeout = '${DATABASE_TIMEOUT}'`);
    for (const { kind, due, scheduled, running, oldestSeconds } of await queueFigures(tx)) {
      for (const [state, count] of Object.entries({ due, scheduled, running }))
        this.gauges.jobs.set({ kind, state }, count);
      this.gauges.oldestJob.set({ kind }, oldestSeconds);
    }
    for (const { kind, failed } of await countFailedJobs(tx)) this.gauges.failedJobs.set({ kind }, failed);
    for (const { table, live, dead } of await tableFigures(tx)) {
      this.gauges.rows.set({ table, state: 'live' }, live);
      this.gauges.rows.set({ table, state: 'dead' }, dead);
    }
    for (const { dataVersion, processes } of await processFigures(tx))
      this.gauges.processes.set({ data_version: dataVersion }, processes);
    this.gauges.minimumVersion.set(await minimumVersion(tx));
    const { files, oldestSeconds } = await deletionFigures(tx);
    this.gauges.filesToDelete.set(files);
    this.gauges.oldestDeletion.set(oldestSeconds);
    this.gauges.mailFailing.set((await mailFailure(tx))?.seconds ?? 0);
    const { perMinute, quotaSeconds } = await this.paces.state(MAIL_JOB, tx);
    this.gauges.mailPace.set(perMinute ?? 0);
    this.gauges.mailQuota.set(quotaSeconds);
    this.gauges.oldestTransaction.set(await oldestTransaction(tx));
  }
}

function gaugesOf(metrics: Metrics) {
  return {
    up: metrics.gauge(
      'countersign_database_up',
      '1 if the database answered; 0 if it did not, and all metrics that come from it are missing.',
    ),
    jobs: metrics.gauge('countersign_jobs', 'Jobs by kind and state: due, scheduled, running.', [
      'kind',
      'state',
    ]),
    oldestJob: metrics.gauge(
      'countersign_jobs_oldest_due_seconds',
      'How long the first due job of a kind has waited.',
      ['kind'],
    ),
    failedJobs: metrics.gauge(
      'countersign_jobs_given_up',
      'Jobs that were given up after their last attempt, by kind.',
      ['kind'],
    ),
    rows: metrics.gauge(
      'countersign_table_rows',
      'Rows by table as estimated by PostgreSQL; dead ones wait for autovacuum.',
      ['table', 'state'],
    ),
    processes: metrics.gauge(
      'countersign_processes',
      'Running processes by the version of the data format that they understand, commands included.',
      ['data_version'],
    ),
    minimumVersion: metrics.gauge(
      'countersign_minimum_data_version',
      'The oldest version of the data format that may run on this database.',
    ),
    filesToDelete: metrics.gauge(
      'countersign_files_to_delete',
      'Erased or replaced files that the storage has not deleted yet.',
    ),
    oldestDeletion: metrics.gauge(
      'countersign_files_to_delete_oldest_seconds',
      'How long the oldest of these files has waited to be deleted; 0 if there is none.',
    ),
    mailFailing: metrics.gauge(
      'countersign_mail_failing_seconds',
      'How long the mail server has accepted no mail; 0 while it accepts mail.',
    ),
    mailPace: metrics.gauge(
      'countersign_mail_per_minute',
      'Mails that may be sent within a minute, fewer after refusals; 0 if there is no limit.',
    ),
    mailQuota: metrics.gauge(
      'countersign_mail_quota_used_up_seconds',
      'For how long the mail server has said that its quota is used up; 0 while it does not.',
    ),
    oldestTransaction: metrics.gauge(
      'countersign_oldest_transaction_seconds',
      'Age of the oldest open transaction in the database, including transactions that have written to other databases of the server.',
    ),
  };
}
