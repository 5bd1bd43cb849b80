import { Injectable } from '@nestjs/common';
import { type AdmissionLimits } from '../common/admission.js';

/** How closely open streams are served. Tests set other values. */
@Injectable()
export class WatchLimits {
  /** Finds changes whose message was lost, with one statement for all open streams. */
  lookEveryMs = 10_000;
  /**
   * In a process, and of each session: a desk, a phone, and a page that was reloaded. Each holds a connection; the pages of
   * later ones poll instead.
   */
  readonly streams: AdmissionLimits = { total: 1_000, perKey: 4 };
}
