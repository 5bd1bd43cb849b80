import { setTimeout as wait } from 'node:timers/promises';
import { descendantsOf, isAlive, type KnownProcess } from '../support/processes.js';
import { type Site } from './site.js';

const LOOK_MS = 250;
const SHORT_LOOK_MS = 25;

interface Lease {
  id: number;
  token: string;
  kind: string;
}

interface Left<Thing> {
  thing: Thing;
  /** When the service was killed, and when it was ready again, in milliseconds of `performance.now`. */
  killed: number;
  restarted: number;
}

/** What killed processes leave behind, and for how long: jobs without a worker, and child processes. */
export class Aftermath {
  leases = 0;
  children = 0;
  /** The longest time from the restart until a job of the killed process was free again, and its kind. */
  longestLease = { ms: 0, kind: 'none' };
  /** The longest time from the kill until a child had ended, and its command. */
  longestChild = { ms: 0, command: 'none' };
  private leftLeases: Left<Lease>[] = [];
  private leftChildren: Left<KnownProcess>[] = [];
  private watching: Promise<void> | undefined;
  private isOver = false;

  constructor(private readonly site: Site) {}

  /** Kills the service as a power cut would, and notes what it leaves. */
  async kill(): Promise<void> {
    const { server } = this.site;
    // A stopped process starts no more children between this look and the kill.
    process.kill(server.pid, 'SIGSTOP');
    const children = descendantsOf(server.pid);
    await server.kill();
    const killed = performance.now();
    const leases = await this.newlyLeased();
    this.leases += leases.length;
    this.children += children.length;
    this.leftLeases.push(...leases.map((thing) => ({ thing, killed, restarted: Infinity })));
    this.leftChildren.push(...children.map((thing) => ({ thing, killed, restarted: Infinity })));
  }

  /** Resolves when the living service works on a job of this kind, or after `longestMs`. */
  async untilAtWork(kind: string, longestMs: number): Promise<void> {
    const deadline = performance.now() + longestMs;
    while (performance.now() < deadline && !(await this.newlyLeased()).some((lease) => lease.kind === kind))
      await wait(SHORT_LOOK_MS);
  }

  /** Call this when the service is ready again. */
  restarted(): void {
    const now = performance.now();
    for (const left of this.leftLeases) left.restarted = Math.min(left.restarted, now);
    this.watching ??= this.watch();
  }

  /** Resolves when nothing is left, or after `longestMs`. @returns what is left by then */
  async untilNothingLeft(longestMs: number): Promise<string[]> {
    const deadline = performance.now() + longestMs;
    while (this.left.length > 0 && performance.now() < deadline) await wait(LOOK_MS);
    this.isOver = true;
    await this.watching;
    return this.left;
  }

  private get left(): string[] {
    return [
      ...this.leftLeases.map(({ thing }) => `job ${thing.id} (${thing.kind})`),
      ...this.leftChildren.map(({ thing }) => `process ${thing.pid}: ${thing.command}`),
    ];
  }

  /** Leased jobs that are not those of an earlier life. */
  private async newlyLeased(): Promise<Lease[]> {
    const known = new Set(this.leftLeases.map(({ thing }) => thing.token));
    return (await this.leased()).filter(({ token }) => !known.has(token));
  }

  private leased(): Promise<Lease[]> {
    return this.site.query<Lease>(
      'select id, kind, lease_token as token from jobs where lease_until is not null',
    );
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      await this.look();
      await wait(LOOK_MS);
    }
  }

  private async look(): Promise<void> {
    const held = new Set((await this.leased()).map(({ id, token }) => `${id} ${token}`));
    const now = performance.now();
    for (const { thing, restarted } of this.leftLeases) {
      const ms = now - restarted;
      if (ms > this.longestLease.ms) this.longestLease = { ms, kind: thing.kind };
    }
    this.leftLeases = this.leftLeases.filter(({ thing }) => held.has(`${thing.id} ${thing.token}`));
    for (const { thing, killed } of this.leftChildren) {
      const ms = now - killed;
      if (ms > this.longestChild.ms) this.longestChild = { ms, command: thing.command };
    }
    this.leftChildren = this.leftChildren.filter(({ thing }) => isAlive(thing));
  }
}
