import { Injectable } from '@nestjs/common';
import { type AdmissionLimits } from '../common/admission.js';

/** Intervals and limits of open streams. Tests set other values. */
@Injectable()
export class WatchLimits {
  /** Finds changes whose message was lost, with one query for all open streams. */
  lookEveryMs = 10_000;
  /**
   * Per process and per session: a desktop, a phone and a reloaded page. Each holds a connection; pages beyond the
   * limit poll instead.
   */
  readonly streams: AdmissionLimits = { total: 1_000, perKey: 4 };
}
