import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 500;
/**
 * Between the attempts. A new server does not start before the processes of the killed one have ended, which takes them a
 * moment, and on a busy machine several seconds.
 */
const PAUSES_MS = [2_000, 8_000];

export interface KeeperEvents {
  restarted(): void;
  /** It could not be started again. */
  gaveUp(error: Error): void;
}

/** Checks whether the server runs and restarts it when it has died. */
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

  /** Resolves when nothing is being started any longer. */
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

  /** @returns whether to go on */
  private async pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.stopping;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}
