import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Readiness } from '../readiness.js';

/** Liveness and readiness, for orchestrators. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'ok' };
  }

  /** Ready: the database responds with a migrated schema, and the process is not ending. */
  @Get('readyz')
  async ready(): Promise<{ status: string }> {
    await this.readiness.assert();
    return { status: 'ok' };
  }
}
