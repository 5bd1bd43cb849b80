import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { JobRegistry } from './engine/job-registry.js';
import { RunnerLimits } from './engine/runner-limits.js';
import {
  endRefusals,
  findPace,
  type PaceState,
  recordRefusal,
  type Refusal,
  type RefusalEffect,
} from './job-pace.queries.js';

export { type PaceState, type Refusal, type RefusalEffect };

/** The paces of kinds of jobs: slowed down by refusals of the server that the jobs lead to, and what is known of it. */
@Injectable()
export class JobPaces {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: JobRegistry,
    private readonly limits: RunnerLimits,
  ) {}

  /**
   * The server refused because of the pace, or because its quota is used up. A pace is halved, once for all jobs that had
   * begun before that. Jobs wait for a sixth of a minute; for half an hour if it is the quota, but those of the first rank
   * for five minutes, which also shows whether there is quota again.
   */
  refused(kind: string, refusal: Refusal): Promise<RefusalEffect> {
    return recordRefusal(this.dataSource.manager, { ...this.limitOf(kind), ...refusal });
  }

  /** A job that began this long ago succeeded. If that was after the last refusal, nothing is held back any longer. */
  async accepted(kind: string, agoMs: number): Promise<void> {
    await endRefusals(this.dataSource.manager, kind, agoMs);
  }

  state(kind: string, manager: EntityManager = this.dataSource.manager): Promise<PaceState> {
    return findPace(manager, this.limitOf(kind));
  }

  private limitOf(kind: string) {
    const { minuteSeconds } = this.limits;
    return { kind, perMinute: this.registry.get(kind).pace?.perMinute ?? null, minuteSeconds };
  }
}
