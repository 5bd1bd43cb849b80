import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Readiness } from '../readiness.service.js';

/** Liveness and readiness, for orchestrators. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readiness: Readiness,
  ) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** Ready: the database answers on a migrated schema, and the process was not told to end. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    if (this.readiness.isLeaving) throw new AppError(503, 'This process is about to end', 'not_ready');
    await databaseTime(this.dataSource.manager).catch(() => {
      throw new AppError(503, 'The database does not answer', 'not_ready');
    });
    return { status: 'ok' };
  }
}
