import { Injectable } from '@nestjs/common';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';

/** Files a minute of one address: more than a person checks. */
export const UPLOADS_PER_MINUTE = 20;

/** Counts uploads by themselves: each takes a process. */
@Injectable()
export class UploadThrottlerGuard extends PageThrottlerGuard {
  protected override generateKey(_context: unknown, tracker: string): string {
    return `document-check:${tracker}`;
  }
}
