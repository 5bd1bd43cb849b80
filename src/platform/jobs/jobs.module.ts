import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ProcessesModule } from '../processes/processes.module.js';
import { JobReaper } from './engine/job-reaper.js';
import { JobRegistry } from './engine/job-registry.js';
import { JobResults } from './engine/job-results.js';
import { JobRunner } from './engine/job-runner.js';
import { JobTimers } from './engine/job-timers.js';
import { PacedClaims } from './engine/paced-claims.js';
import { RunnerLimits } from './engine/runner-limits.js';
import { JobPaces } from './job-paces.js';
import { JobQueue } from './job-queue.js';

/** The job engine. Handlers are providers of the features' modules, marked with `@JobHandlerFor()`. */
@Module({
  imports: [DiscoveryModule, MetricsModule, ProcessesModule],
  providers: [
    ...[JobQueue, JobPaces, JobRegistry, JobResults, JobRunner, JobTimers, JobReaper],
    ...[PacedClaims, RunnerLimits],
  ],
  exports: [JobPaces, JobQueue],
})
export class JobsModule {}
