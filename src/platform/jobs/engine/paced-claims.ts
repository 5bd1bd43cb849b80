import { Injectable } from '@nestjs/common';
import { Statements } from '../../database/statements.js';
import { type JobHandler } from '../job-handler.js';
import { type ClaimedJob } from './job.queries.js';
import { claimPacedJobs } from './paced-job.queries.js';
import { RunnerLimits } from './runner-limits.js';

/** The shares of a process's room that jobs of each rank must leave free. */
const LEFT_FREE = [0, 0.25, 0.5];

/** When a kind is looked at again. */
interface NextLook {
  /** By `performance.now()`. */
  notBefore: number;
  timer?: NodeJS.Timeout;
}

/** Claims jobs of kinds with a pace, and has the runner wake when it is the next one's turn. */
@Injectable()
export class PacedClaims {
  private readonly looks = new Map<string, NextLook>();

  constructor(
    private readonly statements: Statements,
    private readonly limits: RunnerLimits,
  ) {}

  /**
   * While nothing is due, looks only every few milliseconds, since other kinds may wake the runner hundreds of times a
   * second.
   * @param room - how many jobs of the kind the process can start
   * @param wake - called when it is worth looking again
   */
  async claim(handler: JobHandler, room: number, wake: () => void): Promise<ClaimedJob[]> {
    const { kind, maxInProcess = 0, pace } = handler;
    if (room <= 0) return [];
    const now = performance.now();
    const look = this.lookOf(kind);
    if (now < look.notBefore) {
      this.wakeIn(look, look.notBefore - now, wake);
      return [];
    }
    const { jobs, againMs } = await claimPacedJobs(this.statements, kind, {
      rooms: LEFT_FREE.map((share) => room - Math.floor(share * maxInProcess)),
      perMinute: pace?.perMinute,
      minuteSeconds: this.limits.minuteSeconds,
    });
    if (jobs.length > 0) return jobs;
    look.notBefore = performance.now() + this.limits.pacedLookMs;
    if (againMs !== undefined) this.wakeIn(look, Math.max(againMs, this.limits.pacedLookMs), wake);
    return jobs;
  }

  stop(): void {
    for (const { timer } of this.looks.values()) clearTimeout(timer);
  }

  private lookOf(kind: string): NextLook {
    let look = this.looks.get(kind);
    if (!look) this.looks.set(kind, (look = { notBefore: 0 }));
    return look;
  }

  private wakeIn(look: NextLook, delayMs: number, wake: () => void): void {
    clearTimeout(look.timer);
    look.timer = setTimeout(() => {
      look.timer = undefined;
      wake();
    }, delayMs);
  }
}
