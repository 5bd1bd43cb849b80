import { AppError } from '../common/errors.js';

/** Uploads that may be held in memory at once; a photo is 15 MB at most. */
const MAX_UPLOADS = 32;

/** One upload of each session at a time, and so many of all of them: each is held in memory while it is looked at. */
export class InFlight {
  private readonly busy = new Set<string>();

  /** @returns null where this session has one in flight already. @throws AppError 503 where all of them have too many */
  async run<Result>(session: string, work: () => Promise<Result>): Promise<Result | null> {
    if (this.busy.has(session)) return null;
    if (this.busy.size >= MAX_UPLOADS) throw new AppError(503, 'Too many uploads at once: please try again');
    this.busy.add(session);
    try {
      return await work();
    } finally {
      this.busy.delete(session);
    }
  }
}
