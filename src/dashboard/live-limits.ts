import { Injectable } from '@nestjs/common';
import { type AdmissionLimits } from '../common/admission.js';

/** Intervals and limits of the dashboard's live streams. Tests set other values. */
@Injectable()
export class LiveLimits {
  /** Finds sessions whose end was missed, with one query for all open streams. */
  lookEveryMs = 10_000;
  /** A topic is announced at once, then at most this often. */
  topicGapMs = 1_000;
  /** Per process and per organization; each stream holds a connection. */
  readonly ofOrganizations: AdmissionLimits = { total: 1_000, perKey: 100 };
  /** One stream for each visible window. */
  readonly ofSessions: AdmissionLimits = { total: 1_000, perKey: 6 };
}
