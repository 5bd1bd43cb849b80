import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../scripts/mrz/random.js';
import { ApiClient } from '../support/api-client.js';
import { patience } from '../support/patience.js';
import { until } from '../support/until.js';
import { type Findings, seconds } from './findings.js';
import { type Journey, type JourneyKind, Journeys } from './journeys.js';
import { Pace } from './pace.js';
import { CallLog, PatientCaller } from './patient-caller.js';
import { type Service, type Site, type Tenant } from './site.js';

/** Journeys that each organization has under way at any time. */
const AT_ONCE: Record<JourneyKind, number> = {
  'signed by mail': 2,
  'signed by link': 2,
  'filled in': 1,
  cancelled: 1,
  verified: 1,
};
const KINDS = Object.keys(AT_ONCE) as JourneyKind[];
/** The share of the journeys that the machine completes at full speed. */
const BEARABLE = 0.5;
/** Between two journeys. A key may make 1,000 requests a minute. */
const PAUSE_MS = 300;
/** From the last fault until everything must have ended. */
const LONGEST_FINISH_MS = 600_000;

/** Callers, signers and verified people of all organizations, at work until told to stop. */
export class Workload {
  readonly log = new CallLog();
  readonly done: Journey[] = [];
  /** Journeys that did not end. */
  readonly lost: string[] = [];
  private readonly actors: Promise<void>[] = [];
  private readonly giveUp = new AbortController();
  private readonly pace = new Pace<JourneyKind>();
  /** Stops anything new from beginning. */
  private readonly over = new AbortController();

  constructor(
    private readonly site: Site<Service>,
    private readonly seed: number,
    readonly tenants: readonly Tenant[] = site.tenants,
  ) {
    // Each actor waits for it.
    setMaxListeners(0, this.giveUp.signal, this.over.signal);
  }

  begin(): void {
    for (const tenant of this.tenants) {
      const journeys = this.journeysOf(tenant);
      for (const [kind, actors] of Object.entries(AT_ONCE) as [JourneyKind, number][])
        for (let actor = 0; actor < actors; actor++) this.actors.push(this.act(journeys, kind));
    }
  }

  /**
   * Measures for `measuringMs` how many journeys are completed, once some of each kind were. From then on they begin
   * at half that rate. Resolves after as much time again, in which everything under way ends. More on a busy machine,
   * for as much work.
   * @returns the measurements, in words
   */
  async limitToHalf(measuringMs: number): Promise<string> {
    const isWarm = () => KINDS.every((kind) => this.countOf(kind) > 0);
    await until('journeys of each kind are completed', isWarm, { longestMs: LONGEST_FINISH_MS });
    const before = this.done.length;
    const measuredMs = patience(measuringMs);
    await wait(measuredMs);
    const measured = countsOf(this.done.slice(before));
    // A kind without any completed journey gets one in as much time.
    for (const [kind, times] of measured)
      this.pace.limit(kind, (1_000 * Math.max(1, BEARABLE * times)) / measuredMs);
    await wait(measuredMs);
    return `half of what was completed in ${seconds(measuredMs)}: ${tell(measured)}`;
  }

  /** Resolves when one more journey of each kind has been completed. @throws Error if that takes longer */
  async untilEachEnds(longestMs: number): Promise<void> {
    const before = countsOf(this.done);
    const hasEach = () => KINDS.every((kind) => this.countOf(kind) > before.get(kind)!);
    await until('journeys of each kind are completed', hasEach, { longestMs });
  }

  /** Begins nothing new. Resolves when everything under way has ended, or is given up as lost. */
  async finish(): Promise<void> {
    this.over.abort();
    const timer = setTimeout(() => this.giveUp.abort(), patience(LONGEST_FINISH_MS));
    await Promise.all(this.actors);
    clearTimeout(timer);
  }

  /** Ends everything under way, if a part ends early. */
  abandon(): void {
    this.over.abort();
    this.giveUp.abort();
  }

  tell(findings: Findings): void {
    const { accepted, repeated, replayed, unanswered, refusalCounts, longestMs } = this.log;
    findings.tried(`${this.counts} in ${this.tenants.length} organizations`);
    findings.tried(
      `${accepted} changes were accepted, ${repeated} of them after repeating, and ${replayed} answers replayed`,
    );
    findings.tried(`${unanswered} requests got no answer; others were refused with ${refusalCounts}`);
    findings.seen(`the longest wait for an answer was ${seconds(longestMs)}`);
  }

  get counts(): string {
    return tell(countsOf(this.done));
  }

  /** How many journeys of this kind were completed. */
  countOf(kind: JourneyKind): number {
    return countsOf(this.done).get(kind)!;
  }

  private journeysOf({ organizationId, apiKey }: Tenant): Journeys {
    const api = new ApiClient(this.site.server.url, apiKey);
    const caller = new PatientCaller(
      api,
      this.log,
      new Random(this.seed + organizationId),
      this.giveUp.signal,
    );
    return new Journeys(organizationId, caller, this.site.mailbox, this.log);
  }

  private async act(journeys: Journeys, kind: JourneyKind): Promise<void> {
    const { signal } = this.over;
    for (;;) {
      await this.pace.turn(kind, signal);
      if (signal.aborted) return;
      await journeys.run(kind).then(
        (journey) => this.done.push(journey),
        (error: Error) => this.lost.push(`${kind}: ${error.message}`),
      );
      await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function countsOf(done: readonly Journey[]): Map<JourneyKind, number> {
  return new Map(KINDS.map((kind) => [kind, done.filter((journey) => journey.kind === kind).length]));
}

const tell = (counts: Map<JourneyKind, number>) =>
  [...counts].map(([kind, times]) => `${times} ${kind}`).join(', ');
