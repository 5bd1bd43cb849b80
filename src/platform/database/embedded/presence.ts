import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;
const LEAVING_LIMIT_MS = 60_000;

/**
 * Tells the processes that share one server of each other, so that the last to leave stops it.
 *
 * Each keeps one file, `<pid>.<start>.<random>`, saying `here` or `leaving`. Whoever comes announces itself first and
 * then waits for those who leave; whoever leaves says so first and then looks for others. So one of the two always
 * sees the other, and nobody attaches to a server that is about to stop. A file whose process is dead counts for
 * nothing, hence no lock that a killed process could hold for ever.
 */
export class Presence {
  private readonly name = `${process.pid}.${startOf(process.pid)}.${randomBytes(4).toString('hex')}`;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.say('here');
  }

  /** Resolves when no other process is about to stop the server. Throws after a minute. */
  async waitForLeaving(): Promise<void> {
    const deadline = Date.now() + LEAVING_LIMIT_MS;
    while (this.others().some((name) => this.isLeaving(name))) {
      if (Date.now() > deadline)
        throw new Error('Another process has been stopping the database for a minute.');
      await wait(POLL_MS);
    }
  }

  /** Says that we leave, and whether we are the last, who must stop the server before `leave`. */
  isLastToLeave(): boolean {
    this.say('leaving');
    return this.others().every((name) => this.isLeaving(name));
  }

  leave(): void {
    rmSync(join(this.folder, this.name), { force: true });
  }

  private say(state: 'here' | 'leaving'): void {
    writeFileSync(join(this.folder, this.name), state, { mode: 0o600 });
  }

  /** A file that vanishes while we look belongs to one that has left. */
  private isLeaving(name: string): boolean {
    try {
      return readFileSync(join(this.folder, name), 'utf8') === 'leaving';
    } catch {
      return true;
    }
  }

  private others(): string[] {
    return readdirSync(this.folder).filter((name) => {
      if (name === this.name) return false;
      const [pid, start] = name.split('.');
      if (isRunning(Number(pid)) && startOf(Number(pid)) === start) return true;
      rmSync(join(this.folder, name), { force: true });
      return false;
    });
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * When the process started, in ticks since boot (proc_pid_stat(5), field 22): a pid alone may be another process's
 * by now, which in a restarted container is the rule. Empty where the platform does not show it, `ended` for a zombie.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
