import { Controller, Get, Header, type MessageEvent, Param, Sse, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import QRCode from 'qrcode';
import { endWith, map, merge, type Observable, takeUntil, takeWhile, timer } from 'rxjs';
import { VerificationLinks } from '../../identity-verifications/verification-links.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { SessionWatch } from '../session-watch.js';
import { Sessions } from '../sessions.js';
import { SessionTokenPipe } from './session-token.pipe.js';

/** Often enough that no proxy considers the stream dead. */
const PING_EVERY_MS = 15_000;
const LONGEST_STREAM_MS = 10 * 60_000;

/** Keeps the pages of one session in step with it and with each other. */
@Controller('verify')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SessionStateController {
  constructor(
    private readonly sessions: Sessions,
    private readonly watch: SessionWatch,
    private readonly links: VerificationLinks,
  ) {}

  @Get(':token/state')
  @Header('cache-control', 'no-store')
  async state(@Param('token', SessionTokenPipe) token: string): Promise<{ step: string }> {
    return { step: await this.sessions.progress(token) };
  }

  /** The same as server-sent events: one at once, and one whenever the step changes. */
  @Sse(':token/events')
  events(@Param('token', SessionTokenPipe) token: string): Observable<MessageEvent> {
    const steps = this.watch.watch(token).pipe(
      map((step) => ({ data: { step } })),
      endWith(null),
    );
    const pings = timer(PING_EVERY_MS, PING_EVERY_MS).pipe(map(() => ({ type: 'ping', data: '' })));
    return merge(steps, pings).pipe(
      takeWhile((event) => event !== null),
      takeUntil(timer(LONGEST_STREAM_MS)),
    );
  }

  /** The session's own address as a QR code, to continue on the phone. */
  @Get(':token/code.svg')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'no-store')
  async code(@Param('token', SessionTokenPipe) token: string): Promise<string> {
    await this.sessions.progress(token);
    return QRCode.toString(this.links.address(token), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  }
}
