import { overloaded, tooManyRequests } from '../../common/errors.js';
import { TurnQueue } from './turn-queue.js';

/** On whose behalf a task runs. */
export interface TaskOwner {
  /** Who shares the slots: an organization's id, or another name for the cause of the work. */
  tenant: number | string;
  /** Aborts when the result is no longer needed: the task leaves the queue, or is ended if it is running. */
  signal?: AbortSignal;
}

export interface SlotLimits {
  /** Tasks that run at the same time. */
  slots: number;
  /** How many of all slots, and of one tenant's, are kept for reserved tasks; none by default. */
  reserved?: number;
  /** Tasks of one tenant that run at the same time; all slots by default. */
  perTenant?: number;
  /** Waiting tasks, in total and per tenant. Reserved ones are not counted. */
  waiting?: { total: number; perTenant: number };
}

export interface TaskOptions {
  /** A person is waiting for it: starts before tasks that are not urgent. */
  isUrgent?: boolean;
  /** May take the reserved slots. The caller limits the number of such tasks. */
  isReserved?: boolean;
}

/** The slot of a running task. */
export interface TaskSlot {
  /**
   * For a task that waits for something else: gives up its slot meanwhile, and takes the next free one afterwards.
   */
  pauseFor<Output>(wait: () => Promise<Output>): Promise<Output>;
}

type Tenant = TaskOwner['tenant'];

interface Candidate extends Required<TaskOptions> {
  tenant: Tenant;
}

interface WaitingTask extends Candidate {
  start: () => void;
}

/** The load of all tenants, or of one. */
class Load {
  running = 0;
  /** Running tasks that do not use reserved slots. */
  unreserved = 0;
  /** Waiting tasks that are not reserved. */
  waiting = 0;

  /** @param servedAt the number of the last task started */
  constructor(public servedAt = 0) {}
}

const WAITING = { total: 256, perTenant: 32 };
/** After this many, a task that is not urgent starts, so that urgent ones do not keep the others waiting forever. */
const URGENT_IN_A_ROW = 3;
/**
 * A new tenant goes before the one served last, but after those that have waited through another's turn. If newcomers
 * counted as never served, a series of them could keep a tenant waiting that has already had a turn.
 */
const BEFORE_THE_LAST = 0.5;

/**
 * Limits how many tasks run at once. The others wait in one queue per tenant, and tenants take turns, so that none of
 * them can keep the others waiting.
 */
export class TaskSlots {
  private readonly limits: Required<SlotLimits>;
  private readonly urgent = new TurnQueue<Tenant, WaitingTask>();
  private readonly ordinary = new TurnQueue<Tenant, WaitingTask>();
  private readonly total = new Load();
  /** For tenants that have tasks. */
  private readonly loads = new Map<Tenant, Load>();
  private urgentInARow = 0;

  constructor({ slots, reserved = 0, perTenant = slots, waiting = WAITING }: SlotLimits) {
    this.limits = { slots, reserved, perTenant, waiting };
  }

  /**
   * Runs the task when it is its tenant's turn.
   * @throws AppError 429 if too many tasks of the tenant are waiting, 503 if too many are in total; the signal's
   * reason if it aborts before the task starts
   */
  async run<Output>(
    task: (slot: TaskSlot) => Promise<Output>,
    { tenant, signal }: TaskOwner,
    { isUrgent = false, isReserved = false }: TaskOptions = {},
  ): Promise<Output> {
    signal?.throwIfAborted();
    const candidate = { tenant, isUrgent, isReserved };
    if (!this.mayStart(candidate)) this.assertRoomToWait(candidate);
    await this.take(candidate, signal);
    const slot = new HeldSlot(
      () => this.giveBack(candidate),
      (ended) => this.take({ ...candidate, isUrgent: true }, ended),
    );
    try {
      return await task(slot);
    } finally {
      slot.end();
    }
  }

  private assertRoomToWait({ tenant, isReserved }: Candidate): void {
    if (isReserved) return;
    const { waiting } = this.limits;
    if (this.loadOf(tenant).waiting >= waiting.perTenant) throw tooManyRequests('tenant_share');
    if (this.total.waiting >= waiting.total) throw overloaded();
  }

  private async take(candidate: Candidate, signal?: AbortSignal): Promise<void> {
    if (this.mayStart(candidate)) this.count(candidate);
    else await this.wait(candidate, signal);
  }

  /** Resolves once the task counts as running. */
  private wait(candidate: Candidate, signal?: AbortSignal): Promise<void> {
    const queue = candidate.isUrgent ? this.urgent : this.ordinary;
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.remove(task);
        this.change(candidate, { waiting: -1 });
        this.forget(candidate.tenant);
        reject(signal!.reason as Error);
      };
      const start = () => {
        signal?.removeEventListener('abort', leave);
        this.change(candidate, { waiting: -1 });
        resolve();
      };
      const task = { ...candidate, start };
      queue.add(task);
      this.change(candidate, { waiting: 1 });
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  private giveBack(candidate: Candidate): void {
    this.change(candidate, { running: -1 });
    for (let task = this.next(); task; task = this.next()) {
      this.count(task);
      task.start();
    }
    this.forget(candidate.tenant);
  }

  /** Takes the next task from the queue. */
  private next(): WaitingTask | undefined {
    const takeFrom = (queue: TurnQueue<Tenant, WaitingTask>) =>
      queue.take(
        (task) => this.mayStart(task),
        (tenant) => this.loadOf(tenant).servedAt,
      );
    const isOthersTurn = this.urgentInARow >= URGENT_IN_A_ROW;
    const [first, second] = isOthersTurn ? [this.ordinary, this.urgent] : [this.urgent, this.ordinary];
    const task = takeFrom(first) ?? takeFrom(second);
    if (task) this.urgentInARow = task.isUrgent ? this.urgentInARow + 1 : 0;
    return task;
  }

  private mayStart({ tenant, isReserved }: Candidate): boolean {
    const { slots, perTenant, reserved } = this.limits;
    const hasRoom = ({ running, unreserved }: Load, limit: number) =>
      running < limit && (isReserved || unreserved < limit - reserved);
    return hasRoom(this.total, slots) && hasRoom(this.loadOf(tenant), perTenant);
  }

  private loadOf(tenant: Tenant): Load {
    return this.loads.get(tenant) ?? new Load();
  }

  private count(candidate: Candidate): void {
    this.change(candidate, { running: 1 });
    this.total.servedAt++;
    this.loads.get(candidate.tenant)!.servedAt = this.total.servedAt;
  }

  private change({ tenant, isReserved }: Candidate, by: { running?: number; waiting?: number }): void {
    const own = this.loads.get(tenant) ?? new Load(this.total.servedAt - BEFORE_THE_LAST);
    this.loads.set(tenant, own);
    for (const load of [this.total, own]) {
      load.running += by.running ?? 0;
      if (isReserved) continue;
      load.unreserved += by.running ?? 0;
      load.waiting += by.waiting ?? 0;
    }
  }

  private forget(tenant: Tenant): void {
    const isIdle = this.loadOf(tenant).running === 0;
    if (isIdle && !this.urgent.has(tenant) && !this.ordinary.has(tenant)) this.loads.delete(tenant);
  }
}

class HeldSlot implements TaskSlot {
  private isHeld = true;
  private readonly ended = new AbortController();

  constructor(
    private readonly giveBack: () => void,
    private readonly takeAgain: (ended: AbortSignal) => Promise<void>,
  ) {}

  async pauseFor<Output>(wait: () => Promise<Output>): Promise<Output> {
    this.release();
    try {
      return await wait();
    } finally {
      await this.resume();
    }
  }

  end(): void {
    this.ended.abort(new Error('the task has ended'));
    this.release();
  }

  /** The task may end meanwhile, for example by exceeding its time. */
  private async resume(): Promise<void> {
    const { signal } = this.ended;
    signal.throwIfAborted();
    await this.takeAgain(signal);
    this.isHeld = true;
    if (signal.aborted) this.release();
  }

  private release(): void {
    if (this.isHeld) this.giveBack();
    this.isHeld = false;
  }
}
