import { Injectable } from '@nestjs/common';

/** How closely open streams are served. Tests set other values. */
@Injectable()
export class WatchLimits {
  /** Finds changes whose message was lost, with one statement for all open streams. */
  lookEveryMs = 10_000;
  /** Each holds a connection; the pages of later ones poll instead. */
  maxStreams = 1_000;
  /** A desk, a phone, and a page that was reloaded. */
  maxStreamsOfSession = 4;
}
