import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 500;
/**
 * Pauses between attempts. A new server does not start before the processes of the killed one have ended, which takes
 * a moment, and several seconds on a busy machine.
 */
const PAUSES_MS = [2_000, 8_000];

export interface KeeperEvents {
  restarted(): void;
  /** The server could not be restarted. */
  gaveUp(error: Error): void;
}

/** Checks whether the server is running and restarts it if it has died. */
export class Keeper {
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | undefined;

  constructor(
    private readonly isRunning: () => boolean,
    private readonly start: () => Promise<unknown>,
    private readonly pausesMs: readonly number[] = PAUSES_MS,
  ) {}

  begin(events: KeeperEvents): void {
    this.keeping ??= this.keep(events);
  }

  /** Resolves when no start is in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.keeping;
  }

  private async keep(events: KeeperEvents): Promise<void> {
    while (await this.pause(LOOK_MS)) {
      if (this.isRunning()) continue;
      const problem = await this.startAgain();
      if (problem) return events.gaveUp(problem);
      if (!this.stopping.signal.aborted) events.restarted();
    }
  }

  /** @returns the last error, if every attempt failed */
  private async startAgain(): Promise<Error | undefined> {
    for (let attempt = 0; ; attempt++) {
      const problem = await this.start().then(
        () => undefined,
        (error: Error) => error,
      );
      const pauseMs = this.pausesMs[attempt];
      if (!problem || pauseMs === undefined) return problem;
      if (!(await this.pause(pauseMs))) return undefined;
    }
  }

  /** @returns whether to continue */
  private async pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.stopping;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}
