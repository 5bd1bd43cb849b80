import { type JobHandler } from '../job-handler.js';
import { type ClaimedJob, type LaneRoom } from './job.queries.js';

/** What a process does at most for lanes that time out, of what it does of a kind, unless the handler says less. */
const MOST_SLOW = 0.5;
/**
 * How many times over a kind's room is promised to the lanes that are served now: if a fourth of them stop answering, they have
 * half of it.
 */
const PROMISED = 2;

interface Lane {
  /** In the order in which they were started. */
  readonly atWork: Set<ClaimedJob>;
  /** How many it may have at once. Doubles when the lane answers while it has that many. */
  window: number;
  endedAt: number;
}

/** The jobs of one kind, limited by `maxInProcess`, that this process has at work. */
export class KindLoad {
  private readonly lanes = new Map<number, Lane>();
  private atWork = 0;

  constructor(
    private readonly handler: Pick<JobHandler, 'maxInflight' | 'maxSlowInProcess' | 'answersWithinMs'>,
    private readonly most: number,
    private readonly knownMs: number,
  ) {}

  get room(): number {
    return this.most - this.atWork;
  }

  /** What a lane may be given of which `laneRooms` says nothing. */
  get firstRoom(): number {
    return this.handler.answersWithinMs === undefined ? this.most : 1;
  }

  start(job: ClaimedJob): void {
    let lane = this.lanes.get(job.laneId);
    if (!lane) this.lanes.set(job.laneId, (lane = { atWork: new Set(), window: 1, endedAt: 0 }));
    lane.atWork.add(job);
    this.atWork++;
  }

  end(job: ClaimedJob, timedOut: boolean): void {
    const lane = this.lanes.get(job.laneId)!;
    if (timedOut) lane.window = 1;
    else if (lane.atWork.size >= lane.window)
      lane.window = Math.min(2 * lane.window, this.handler.maxInflight);
    lane.atWork.delete(job);
    lane.endedAt = performance.now();
    this.atWork--;
  }

  /** How many jobs of lanes that time out may be started. */
  get slowRoom(): number {
    let slow = 0;
    for (const lane of this.lanes.values())
      for (const job of lane.atWork) if (job.isSlow || this.isOverdue(lane)) slow++;
    const { maxSlowInProcess = Math.ceil(this.most * MOST_SLOW) } = this.handler;
    return Math.max(0, maxSlowInProcess - slow);
  }

  /** The lanes that this process serves. Forgets those that it no longer does. */
  laneRooms(): LaneRoom[] {
    if (this.handler.answersWithinMs === undefined) return [];
    const now = performance.now();
    for (const [laneId, { atWork, endedAt }] of this.lanes)
      if (atWork.size === 0 && now - endedAt > this.knownMs) this.lanes.delete(laneId);
    const share = Math.ceil((PROMISED * this.most) / Math.max(1, this.lanes.size));
    const { slowRoom } = this;
    return [...this.lanes].map(([laneId, lane]) => {
      const slow = this.isOverdue(lane);
      const room = Math.min(lane.window, share) - lane.atWork.size;
      return { laneId, slow, room: Math.max(0, slow ? Math.min(room, slowRoom) : room) };
    });
  }

  private isOverdue({ atWork }: Lane): boolean {
    const [oldest] = atWork;
    const { answersWithinMs = Infinity } = this.handler;
    return oldest !== undefined && performance.now() - oldest.claimedAt > answersWithinMs;
  }
}
