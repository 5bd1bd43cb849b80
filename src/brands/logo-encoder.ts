import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { either, isBytes, isNumber, objectWith, oneOf } from '../common/shapes.js';
import { ChildTaskError, type ChildTaskLimits } from '../platform/child-process/child-task.js';
import { type TaskOwner, TaskSlots } from '../platform/child-process/task-slots.js';
import { WorkerPool } from '../platform/child-process/worker-pool.js';
import { type LogoResult, type LogoTask } from './logos/logo-task.js';

export { type EncodedLogo, type LogoProblem, type LogoResult } from './logos/logo-task.js';

const ENTRY = 'brands/encode-logo.child';
const LIMITS: ChildTaskLimits = { timeoutMs: 5_000, maxResidentMb: 512 };
const SLOTS = { slots: 1, waiting: { total: 64, perTenant: 8 } };

/** Re-encodes logos in a child process. */
@Injectable()
export class LogoEncoder implements OnApplicationShutdown {
  private readonly logger = new Logger(LogoEncoder.name);
  private readonly pool = new WorkerPool<LogoTask, LogoResult>(ENTRY, new TaskSlots(SLOTS), {
    isAnswer: either(
      objectWith({ png: isBytes, width: isNumber, height: isNumber }),
      objectWith({ problem: oneOf('svg', 'format', 'too_many_pixels', 'unreadable') }),
    ),
    rights: { addons: true },
  });

  /** Runs last: requests and jobs may still need it before. */
  onApplicationShutdown(): void {
    this.pool.close();
  }

  /** @throws AppError 429 or 503 while too many logos wait; the signal's reason if it aborts */
  async encode(image: Buffer, owner: TaskOwner): Promise<LogoResult> {
    try {
      return await this.pool.run(() => ({ image }), LIMITS, owner);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`Logo could not be encoded: ${error.message}`);
      return { problem: 'unreadable' };
    }
  }
}
