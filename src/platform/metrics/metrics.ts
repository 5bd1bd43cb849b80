import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LIMITS } from '../../common/errors.js';

/** Seconds. A delivery takes milliseconds, an analysis seconds, and no job may take longer than a few minutes. */
const JOB_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Reasons for refusing requests for lack of room. */
const REFUSALS = [
  ...LIMITS,
  ...['database_unavailable', 'storage_unavailable', 'storage_full', 'failed_attempts'],
  ...['not_ready', 'other'],
];

/** How an attempt at a job ended; `waits`: it does not count; `lost`: another worker had taken over the job. */
export type AttemptOutcome = 'done' | 'retry' | 'waits' | 'failed' | 'lost';

/**
 * What this process counts about itself, in the names and units of Prometheus. Labels are kinds, routes and states,
 * never an organization, a person or an address.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private measuresProcess = false;

  private readonly requests = new Counter({
    name: 'countersign_http_requests_total',
    help: 'HTTP requests answered. 429, 503 and 507 are refusals for lack of capacity.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  private readonly requestSeconds = new Histogram({
    name: 'countersign_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'countersign_refusals_total',
    help: 'Requests refused for lack of capacity, by the limit or outage that caused it.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly attempts = new Counter({
    name: 'countersign_job_attempts_total',
    help: 'Attempts at jobs that ended in this process, by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers: [this.registry],
  });
  private readonly attemptSeconds = new Histogram({
    name: 'countersign_job_duration_seconds',
    help: 'Time from the claim of a job to its result: an analysis, a seal, a delivery.',
    labelNames: ['kind'],
    buckets: JOB_BUCKETS,
    registers: [this.registry],
  });

  private readonly reclaimed = new Counter({
    name: 'countersign_slots_reclaimed_total',
    help: 'Slots reclaimed from work that outlasted the longest request. Each is a bug in the service.',
    registers: [this.registry],
  });

  constructor() {
    // Prometheus treats a count that begins with 1 as one that has not changed.
    for (const reason of REFUSALS) this.refusals.inc({ reason }, 0);
  }

  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.inc({ method, route, status });
    this.requestSeconds.observe({ method, route }, seconds);
  }

  countRefusal(reason: string): void {
    this.refusals.inc({ reason });
  }

  countReclaimed(): void {
    this.reclaimed.inc();
  }

  countAttempt(kind: string, outcome: AttemptOutcome, seconds: number): void {
    this.attempts.inc({ kind, outcome });
    this.attemptSeconds.observe({ kind }, seconds);
  }

  /** A figure that is set anew for each scrape. */
  gauge<Label extends string = never>(
    name: `countersign_${string}`,
    help: string,
    labelNames: Label[] = [],
  ): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  /** All metrics in the text format of Prometheus, with memory, processor time and delays of the event loop. */
  async expose(): Promise<{ type: string; text: string }> {
    // Measuring the event loop costs a timer, so it begins with the first scrape.
    if (!this.measuresProcess) collectDefaultMetrics({ register: this.registry });
    this.measuresProcess = true;
    return { type: this.registry.contentType, text: await this.registry.metrics() };
  }
}
