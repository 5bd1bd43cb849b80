import 'reflect-metadata';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { ConfigModule } from '../../src/platform/config/config.module.js';
import { type Role, Settings } from '../../src/platform/config/settings.js';
import { DatabaseModule } from '../../src/platform/database/database.module.js';
import { type JobHandler, JobHandlerFor, type JobResult } from '../../src/platform/jobs/job-handler.js';
import { JobsModule } from '../../src/platform/jobs/jobs.module.js';

export const NOTHING_JOB = 'bench.nothing';
/** Concurrent jobs per lane. */
export const LANE_LIMIT = 64;

/** A job engine whose jobs do nothing. @param onRun - called for each job */
export async function openNothingApp(
  url: string,
  role: Role,
  onRun: () => void = () => undefined,
): Promise<INestApplicationContext> {
  @JobHandlerFor()
  class Nothing implements JobHandler {
    readonly kind = NOTHING_JOB;
    readonly maxInflight = LANE_LIMIT;
    readonly timeoutMs = 60_000;
    readonly maxAttempts = 1;

    retryAfterSeconds(): number {
      return 1;
    }

    async run(): Promise<JobResult> {
      onRun();
      return { outcome: 'done' };
    }
  }

  @Module({
    imports: [
      ConfigModule.with(new Settings({ role } as Settings)),
      DatabaseModule.at(url),
      ScheduleModule.forRoot(),
      JobsModule,
    ],
    providers: [Nothing],
  })
  class BenchModule {}
  return NestFactory.createApplicationContext(BenchModule, { logger: ['error', 'warn'] });
}
