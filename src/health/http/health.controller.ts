import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { databaseTime } from '../../platform/database/database-time.js';

/** Liveness and readiness, for orchestrators. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** Ready: the database answers on a migrated schema. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    await databaseTime(this.dataSource.manager).catch(() => {
      throw new AppError(503, 'The database does not answer', 'not_ready');
    });
    return { status: 'ok' };
  }
}
