import { type JobHandler } from '../job-handler.js';
import { type ClaimedJob, type LaneRoom } from './job.queries.js';

/** The greatest share of a kind's work that a process does for lanes that time out, unless the handler sets less. */
const MOST_SLOW = 0.5;
/**
 * How many times a kind's room is promised to the lanes being served: if a quarter of them stop answering, they hold
 * half of it.
 */
const PROMISED = 2;

interface Lane {
  /** In the order in which they started. */
  readonly atWork: Set<ClaimedJob>;
  /** How many it may have at once. Doubles when the lane answers while it has that many. */
  window: number;
  endedAt: number;
}

/** The running jobs of one kind in this process, limited by `maxInProcess`. */
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

  /** How many jobs a lane that `laneRooms` does not list may be given. */
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

  /** How many jobs of timing-out lanes may start. */
  get slowRoom(): number {
    let slow = 0;
    for (const lane of this.lanes.values())
      for (const job of lane.atWork) if (job.isSlow || this.isOverdue(lane)) slow++;
    const { maxSlowInProcess = Math.ceil(this.most * MOST_SLOW) } = this.handler;
    return Math.max(0, maxSlowInProcess - slow);
  }

  /** The lanes that this process is serving. Drops those that it no longer serves. */
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
