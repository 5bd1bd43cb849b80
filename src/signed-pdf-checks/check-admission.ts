import { AppError } from '../common/errors.js';
import { TaskSlots } from '../platform/child-process/task-slots.js';

/** Files that are received or checked at once, each held in memory, of all addresses and of one. */
const MAX_FILES = 12;
const MAX_FILES_OF_ADDRESS = 2;
/** Checks at work at once; the other files wait. */
const MAX_CHECKS = 2;

/** Lets in as many files as this process can hold, and few of one address: the page is open to everybody. */
export class CheckAdmission {
  private readonly slots = new TaskSlots(MAX_CHECKS);
  private readonly files = new Map<string, number>();
  private total = 0;

  /** @throws AppError 503 where there are too many already */
  async admit<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.files.get(address) ?? 0;
    if (this.total >= MAX_FILES || own >= MAX_FILES_OF_ADDRESS)
      throw new AppError(503, 'Too many documents are being checked');
    this.total++;
    this.files.set(address, own + 1);
    try {
      return await work();
    } finally {
      this.total--;
      this.leave(address);
    }
  }

  /** Waits for its turn. */
  check<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.slots.run(work);
  }

  private leave(address: string): void {
    const left = this.files.get(address)! - 1;
    if (left === 0) this.files.delete(address);
    else this.files.set(address, left);
  }
}
