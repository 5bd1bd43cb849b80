import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../scripts/mrz/random.js';
import { ApiClient } from '../support/api-client.js';
import { patience } from '../support/patience.js';
import { type Findings, seconds } from './findings.js';
import { type Journey, type JourneyKind, Journeys } from './journeys.js';
import { Pace } from './pace.js';
import { CallLog, PatientCaller } from './patient-caller.js';
import { type Service, type Site, type Tenant } from './site.js';

/** Journeys that each organization has under way at any time. */
const AT_ONCE: Record<JourneyKind, number> = {
  'signed by mail': 4,
  'signed by link': 4,
  cancelled: 2,
  verified: 2,
};
export const KINDS = Object.keys(AT_ONCE) as JourneyKind[];
/** Between two journeys. A key has 1,000 requests a minute. */
const PAUSE_MS = 300;
/** From the last fault until everything must have ended. */
const LONGEST_FINISH_MS = 600_000;

/** Callers, signers and persons of all organizations, at work until they are told to stop. */
export class Workload {
  readonly log = new CallLog();
  readonly done: Journey[] = [];
  /** Journeys that did not end. */
  readonly lost: string[] = [];
  private readonly actors: Promise<void>[] = [];
  private readonly giveUp = new AbortController();
  private isOver = false;

  constructor(
    private readonly site: Site<Service>,
    private readonly seed: number,
    readonly tenants: readonly Tenant[] = site.tenants,
    private readonly pace = new Pace<JourneyKind>(),
  ) {
    // Each actor waits for it.
    setMaxListeners(0, this.giveUp.signal);
  }

  begin(): void {
    for (const tenant of this.tenants) {
      const journeys = this.journeysOf(tenant);
      for (const [kind, actors] of Object.entries(AT_ONCE) as [JourneyKind, number][])
        for (let actor = 0; actor < actors; actor++) this.actors.push(this.act(journeys, kind));
    }
  }

  /** Begins nothing new. Resolves when everything under way has ended, or is given up as lost. */
  async finish(): Promise<void> {
    this.isOver = true;
    const timer = setTimeout(() => this.giveUp.abort(), patience(LONGEST_FINISH_MS));
    await Promise.all(this.actors);
    clearTimeout(timer);
  }

  /** Ends what is under way, if a part ends early. */
  abandon(): void {
    this.isOver = true;
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
    return KINDS.map((kind) => `${this.countOf(kind)} ${kind}`).join(', ');
  }

  /** How many journeys of this kind were completed. */
  countOf(kind: JourneyKind): number {
    return this.done.filter((journey) => journey.kind === kind).length;
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
    while (!this.isOver) {
      await this.pace.turn(kind, this.giveUp.signal);
      if (this.isOver) return;
      await journeys.run(kind).then(
        (journey) => this.done.push(journey),
        (error: Error) => this.lost.push(`${kind}: ${error.message}`),
      );
      await wait(PAUSE_MS, undefined, { signal: this.giveUp.signal }).catch(() => undefined);
    }
  }
}
