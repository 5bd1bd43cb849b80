import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { isBytes, orNull } from '../common/shapes.js';
import { ChildTaskError, type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type TaskOwner, TaskSlots } from '../platform/child-process/task-slots.js';
import { WorkerPool } from '../platform/child-process/worker-pool.js';
import { type PictureTask, type PictureView } from './rendering/picture-task.js';

export { type PictureRegion, type PictureView } from './rendering/picture-task.js';

const ENTRY = 'identity-documents/render-picture.child';
const LIMITS: ChildTaskLimits = { timeoutMs: 10_000, maxResidentMb: 1024 };
/** Separate slots, so uploads do not wait for reviewers' pictures, nor these for analyses. */
const SLOTS = { slots: 1, waiting: { total: 192, perTenant: 64 } };

/** Re-encodes strangers' pictures for viewing, in warm child processes. */
@Injectable()
export class PictureRenderer implements OnApplicationShutdown {
  private readonly logger = new Logger(PictureRenderer.name);
  private readonly pictures = new WorkerPool<PictureTask, Uint8Array | null>(ENTRY, new TaskSlots(SLOTS), {
    isAnswer: orNull(isBytes),
    rights: { addons: true },
  });

  /** Runs last: requests and jobs may still need it before. */
  onApplicationShutdown(): void {
    this.pictures.close();
  }

  /**
   * A JPEG with a watermark and without metadata; null if the picture cannot be decoded.
   * @param read the stored bytes; called when it is the picture's turn
   * @throws AppError 429 or 503 while too many pictures wait; the signal's reason if it aborts
   */
  async render(read: () => Promise<Buffer>, view: PictureView, owner: TaskOwner): Promise<Buffer | null> {
    const task = async (): Promise<PictureTask> => ({ ...view, image: await read() });
    try {
      const rendered = await this.pictures.run(task, LIMITS, owner);
      return rendered && Buffer.from(rendered);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`Picture could not be rendered: ${error.message}`);
      return null;
    }
  }
}
