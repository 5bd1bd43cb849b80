import { performance } from 'node:perf_hooks';
import { Admission, type AdmissionLimits } from './admission.js';
import { beforeAbort } from './before-abort.js';
import { type AppError } from './errors.js';

/**
 * No body gives way earlier, because its pace is not known yet. If this were longer, none could give way during a
 * rush.
 */
const GRACE_MS = 500;
/**
 * For this long after giving way, a network only takes free places; otherwise it would displace others by coming
 * back.
 */
const WAITS_MS = 60_000;

/** A body that may still be arriving. */
export interface Arrival {
  /** Bytes that have arrived so far. */
  bytes(): number;
  isComplete(): boolean;
}

interface Held {
  network: string;
  arrival: Arrival;
  since: number;
  end: AbortController;
  /** Fulfilled once the place is free. */
  left: Promise<void>;
}

/**
 * Admits uploads that need no key, by network. If all places are taken, the body that arrives most slowly gives way
 * to one from a network that has none, so no number of slow clients can keep a newcomer out.
 */
export class ContestedAdmission {
  private readonly admission: Admission;
  private readonly held = new Set<Held>();
  /** When networks last gave way, oldest first. */
  private readonly gaveWay = new Map<string, number>();

  /**
   * @param max - limits in total and per network
   * @param busy - the error for clients that get no place or lose theirs
   */
  constructor(
    max: AdmissionLimits,
    slots: string,
    private readonly busy: () => AppError,
    private readonly now = () => performance.now(),
  ) {
    this.admission = new Admission(max, slots);
  }

  /** The admission of one body. */
  of(arrival: Arrival): Pick<Admission, 'run'> {
    return { run: (network, work, _refuse, bytes) => this.run(network, arrival, work, bytes) };
  }

  private async run<Result>(
    network: string,
    arrival: Arrival,
    work: (end: AbortSignal) => Promise<Result>,
    bytes = 0,
  ): Promise<Result> {
    while (!this.admission.hasRoom(bytes) && (await this.makeWay(network)));
    const end = new AbortController();
    const workOn = (overdue: AbortSignal) => {
      overdue.addEventListener('abort', () => end.abort(overdue.reason));
      return beforeAbort(work(end.signal), end.signal);
    };
    const refuse = () => {
      throw this.busy();
    };
    const result = this.admission.run(network, workOn, refuse, bytes);
    const settled = () => undefined;
    const left = result.then(settled, settled);
    const held = { network, arrival, since: this.now(), end, left };
    this.held.add(held);
    return result.finally(() => this.held.delete(held));
  }

  /** @returns whether a body gave way */
  private async makeWay(newcomer: string): Promise<boolean> {
    const slowest = this.isNewcomer(newcomer) ? this.slowest() : undefined;
    if (!slowest) return false;
    this.held.delete(slowest);
    this.gaveWay.delete(slowest.network);
    this.gaveWay.set(slowest.network, this.now());
    slowest.end.abort(this.busy());
    await slowest.left;
    return true;
  }

  private isNewcomer(network: string): boolean {
    for (const [other, at] of this.gaveWay) {
      if (at > this.now() - WAITS_MS) break;
      this.gaveWay.delete(other);
    }
    return !this.gaveWay.has(network) && ![...this.held].some((held) => held.network === network);
  }

  private slowest(): Held | undefined {
    const now = this.now();
    const pace = ({ arrival, since }: Held) => arrival.bytes() / (now - since);
    return [...this.held]
      .filter(({ arrival, since }) => now - since >= GRACE_MS && !arrival.isComplete())
      .sort((one, other) => pace(one) - pace(other))[0];
  }
}
