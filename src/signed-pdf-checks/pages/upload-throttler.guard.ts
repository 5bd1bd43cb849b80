import { Injectable } from '@nestjs/common';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';

/** Files per minute and network: more than a person would check. */
export const UPLOADS_PER_MINUTE = 20;

/** Counts uploads separately from page views, because each one starts a process. */
@Injectable()
export class UploadThrottlerGuard extends PageThrottlerGuard {
  protected override generateKey(_context: unknown, tracker: string): string {
    return `document-check:${tracker}`;
  }
}
