import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MetricsModule } from '../metrics/metrics.module.js';
import { JobRegistry } from './engine/job-registry.service.js';
import { JobResults } from './engine/job-results.service.js';
import { JobRunner } from './engine/job-runner.service.js';
import { JobTimers } from './engine/job-timers.service.js';
import { JobReaper } from './engine/job-reaper.service.js';
import { RunnerLimits } from './engine/runner-limits.js';
import { JobQueue } from './job-queue.service.js';

/** The job engine. Handlers are providers of the features' modules, marked with `@JobHandlerFor()`. */
@Module({
  imports: [DiscoveryModule, MetricsModule],
  providers: [JobQueue, JobRegistry, JobResults, JobRunner, JobTimers, JobReaper, RunnerLimits],
  exports: [JobQueue],
})
export class JobsModule {}
