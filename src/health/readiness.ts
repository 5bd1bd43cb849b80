import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notReady } from '../common/errors.js';
import { databaseTime } from '../platform/database/database-time.js';
import { LiveProcess } from '../platform/processes/live-process.js';

/** Whether load balancers should send requests to this process. It still handles requests when they should not. */
@Injectable()
export class Readiness {
  private leaving = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly process: LiveProcess,
  ) {}

  get isLeaving(): boolean {
    return this.leaving;
  }

  /** @throws AppError 503 `not_ready` if the process is about to end, is too old, or the database does not answer */
  async assert(): Promise<void> {
    if (this.leaving) throw notReady('This process is shutting down');
    await databaseTime(this.dataSource.manager).catch(() => {
      throw notReady('The database does not answer');
    });
    await this.process.requireCurrent();
  }

  /** From now on `/readyz` reports that the process is ending, and connections are not kept alive. */
  leave(): void {
    this.leaving = true;
  }
}
