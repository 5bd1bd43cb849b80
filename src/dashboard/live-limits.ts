import { Injectable } from '@nestjs/common';

/** How closely the streams of the dashboard are served. Tests set other values. */
@Injectable()
export class LiveLimits {
  /** Finds sessions that ended unheard, with one statement for all open streams. */
  lookEveryMs = 10_000;
  /** A topic is told at once, and then at most this often. */
  topicGapMs = 1_000;
  /** In a process; each holds a connection. */
  maxStreams = 1_000;
  maxStreamsOfOrganization = 100;
  /** One for each window that can be seen. */
  maxStreamsOfSession = 6;
}
