import { Injectable } from '@nestjs/common';
import { type AdmissionLimits } from '../common/admission.js';

/** How closely the streams of the dashboard are served. Tests set other values. */
@Injectable()
export class LiveLimits {
  /** Finds sessions that ended unheard, with one statement for all open streams. */
  lookEveryMs = 10_000;
  /** A topic is told at once, and then at most this often. */
  topicGapMs = 1_000;
  /** In a process, and of each organization; each holds a connection. */
  readonly ofOrganizations: AdmissionLimits = { total: 1_000, perKey: 100 };
  /** One for each window that can be seen. */
  readonly ofSessions: AdmissionLimits = { total: 1_000, perKey: 6 };
}
