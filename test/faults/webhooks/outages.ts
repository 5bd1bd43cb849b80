import { setTimeout as wait } from 'node:timers/promises';
import { count } from '../../../bench/support/report.js';
import { Cable } from '../../support/cable.js';
import { patience } from '../../support/patience.js';
import { until } from '../../support/until.js';
import { type Findings, seconds } from '../findings.js';
import { type Fleet } from './fleet.js';

const ENDPOINTS = 4;
const WORKERS = 2;
/** Between two events. */
const PUBLISH_EVERY_MS = 20;
const WORK_MS = 1_500;
const STOPPED_MS = 2_000;
/** The service's promise. More on a busy machine. */
const LONGEST_BACK_MS = 5_000;
const LONGEST_END_MS = 60_000;
const LOOK_MS = 20;

/** Stops and starts PostgreSQL, and cuts its connections, under load. */
export async function interruptDatabase(fleet: Fleet, findings: Findings): Promise<void> {
  const stops = count('stops of PostgreSQL', 10, 1);
  const cuts = count('times that all connections are cut', 20, 2);
  await fleet.begin(ENDPOINTS);
  const load = new Load(fleet);
  try {
    for (let worker = 0; worker < WORKERS; worker++) await fleet.startWorker();
    load.begin();
    const backMs: number[] = [];
    const suffer = async (fault: () => Promise<void>) => {
      await wait(WORK_MS);
      await fault();
      backMs.push(await load.untilDelivering());
    };
    for (let stop = 0; stop < stops; stop++) await suffer(() => restart(fleet));
    for (let cut = 0; cut < cuts; cut++) await suffer(() => cutAll(fleet));
    await load.end();
    // What was under way is free again after its lease.
    await fleet.moveClock('2 minutes');
    const rows = await fleet.untilSettled(LONGEST_END_MS);
    findings.tried(
      `${stops} stops and starts, ${cuts} times all connections cut, at ${1_000 / PUBLISH_EVERY_MS} events a second: ${rows.length} events, ${load.refused} refused`,
    );
    const arrived = new Set(
      fleet.subscribers.flatMap(({ target }) => target.arrivals.map((each) => each.number)),
    );
    findings.none(
      'every event that was committed arrived',
      [...fleet.committed.keys()].filter((number) => !arrived.has(number)).map(String),
      fleet.committed.size,
    );
    const unsent = rows.filter(({ status }) => status !== 'success');
    findings.none(
      'every recorded event was delivered',
      unsent.map(({ failureReason }) => `${failureReason}`),
      rows.length,
    );
    const longestMs = patience(LONGEST_BACK_MS);
    const worst = Math.max(...backMs);
    findings.holds(
      `deliveries went on within ${seconds(longestMs)}`,
      worst <= longestMs,
      `longest ${seconds(worst)}`,
    );
  } finally {
    await load.end();
  }
}

async function restart(fleet: Fleet): Promise<void> {
  await fleet.stopDatabase();
  await wait(STOPPED_MS);
  await fleet.startDatabase();
}

async function cutAll(fleet: Fleet): Promise<void> {
  await fleet.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and usename = current_user',
  );
}

/** Publishes one event after another, even while that is refused. */
class Load {
  refused = 0;
  private isOver = false;
  private publishing: Promise<void> | undefined;

  constructor(private readonly fleet: Fleet) {}

  begin(): void {
    this.publishing = this.publish();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.publishing;
  }

  /** @returns the time from now until the arrival of an event that was committed after now */
  async untilDelivering(): Promise<number> {
    const begun = performance.now();
    const isNew = ({ number }: { number: number }) => (this.fleet.committed.get(number) ?? 0) > begun;
    const { subscribers } = this.fleet;
    await until(
      'events are delivered again',
      () => subscribers.some(({ target }) => target.arrivals.some(isNew)),
      {
        longestMs: LONGEST_END_MS,
        lookMs: LOOK_MS,
      },
    );
    return performance.now() - begun;
  }

  private async publish(): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const subscriber = this.fleet.subscribers[turn % this.fleet.subscribers.length]!;
      await this.fleet.publish(subscriber).catch(() => this.refused++);
      await wait(PUBLISH_EVERY_MS);
    }
  }
}

/** The connection on which a worker waits for notifications falls silent, as behind a firewall that forgot it. */
export async function silenceNotifications(fleet: Fleet, findings: Findings): Promise<void> {
  const events = count('events after the connection fell silent', 50, 5);
  await fleet.begin(1);
  const database = new URL(fleet.databaseUrl);
  const cable = await Cable.to(Number(database.port));
  database.port = String(cable.port);
  const [subscriber] = fleet.subscribers as [(typeof fleet.subscribers)[number]];
  try {
    await fleet.startWorker({ DATABASE_URL: database.href });
    await fleet.publish(subscriber);
    await fleet.untilSettled(LONGEST_END_MS);
    const silenced = cable.silence(/\blisten\b/i);
    const delays: number[] = [];
    for (let event = 0; event < events; event++) {
      const [number] = await fleet.publish(subscriber);
      const arrived = await until(
        'it arrives',
        () => subscriber.target.arrivals.find((each) => each.number === number),
        {
          longestMs: LONGEST_END_MS,
          lookMs: LOOK_MS,
        },
      );
      delays.push(arrived!.at - fleet.committed.get(number!)!);
    }
    findings.tried(
      `${silenced} listening connection silent without notice, then ${events} events one after another`,
    );
    const longestMs = patience(LONGEST_BACK_MS);
    const worst = Math.max(...delays);
    findings.holds(
      `each arrived within ${seconds(longestMs)}`,
      silenced > 0 && worst <= longestMs,
      `longest ${seconds(worst)}`,
    );
  } finally {
    await cable.cut();
  }
}
