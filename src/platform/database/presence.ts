import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 50;
const LEAVING_LIMIT_MS = 60_000;

/**
 * Lets the processes that share a server know about each other, so that the last one to leave stops it.
 *
 * Each process keeps a file, `<pid>.<start>.<random>`, containing `here` or `leaving`. A new process writes its file
 * and then waits for leaving ones; a leaving process updates its file and then looks for others. So at least one of
 * the two sees the other, and no process attaches to a server that is about to stop. Files of dead processes are
 * ignored, so a killed process cannot hold a lock forever.
 */
export class Presence {
  private readonly name = `${process.pid}.${startOf(process.pid)}.${randomBytes(4).toString('hex')}`;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.report('here');
  }

  /** Resolves when no other process is stopping the server. @throws Error after a minute */
  async waitForLeaving(): Promise<void> {
    const deadline = Date.now() + LEAVING_LIMIT_MS;
    while (this.others().some((name) => this.isLeaving(name))) {
      if (Date.now() > deadline)
        throw new Error('Another process has been stopping the database for a minute.');
      await wait(POLL_MS);
    }
  }

  /** Announces that we are leaving. @returns whether we are the last and must stop the server before `leave` */
  isLastToLeave(): boolean {
    this.report('leaving');
    return this.others().every((name) => this.isLeaving(name));
  }

  leave(): void {
    rmSync(join(this.folder, this.name), { force: true });
  }

  private report(state: 'here' | 'leaving'): void {
    writeFileSync(join(this.folder, this.name), state, { mode: 0o600 });
  }

  /** A file that disappears meanwhile belongs to a process that has left. */
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
 * When the process started, in ticks since boot (proc_pid_stat(5), field 22). The pid alone may belong to another
 * process by now, as is common in a restarted container. Empty if the platform does not report it, `ended` for a
 * zombie.
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
