import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 500;
const ATTEMPTS = 3;
/** Processes of a killed server need a moment to end, and a new one does not start before. */
const PAUSE_MS = 1_000;

export interface KeeperEvents {
  restarted(): void;
  /** It could not be started again. */
  gaveUp(error: Error): void;
}

/** Looks whether a server runs and starts it again when it has died. */
export class Keeper {
  private readonly stopping = new AbortController();
  private keeping: Promise<void> | undefined;

  constructor(
    private readonly isRunning: () => boolean,
    private readonly start: () => Promise<unknown>,
  ) {}

  begin(events: KeeperEvents): void {
    this.keeping ??= this.keep(events);
  }

  /** Resolves when nothing is being started any more. */
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
    for (let attempt = 1; ; attempt++) {
      const problem = await this.start().then(
        () => undefined,
        (error: Error) => error,
      );
      if (!problem || attempt === ATTEMPTS) return problem;
      if (!(await this.pause(PAUSE_MS))) return undefined;
    }
  }

  /** @returns whether to go on */
  private async pause(milliseconds: number): Promise<boolean> {
    const { signal } = this.stopping;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }
}
