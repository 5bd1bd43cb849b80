import { Controller, Get, Header, type MessageEvent, Param, Sse, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Observable } from 'rxjs';
import QRCode from 'qrcode';
import { VerificationLinks } from '../../identity-verifications/verification-links.service.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { progressOf } from '../domain/progress.js';
import { SessionTokenPipe } from './session-token.pipe.js';
import { SessionWatch } from '../session-watch.service.js';
import { Sessions } from '../sessions.service.js';

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
    const { step } = await this.sessions.look(token, false);
    return { step: progressOf(step) };
  }

  /** The same as server-sent events: one at once, and one whenever the step changes. */
  @Sse(':token/events')
  events(@Param('token', SessionTokenPipe) token: string): Observable<MessageEvent> {
    return this.watch.watch(token);
  }

  /** The session's own address as a QR code, for whoever wants to go on with the phone. */
  @Get(':token/code.svg')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'no-store')
  async code(@Param('token', SessionTokenPipe) token: string): Promise<string> {
    await this.sessions.look(token, false);
    return QRCode.toString(this.links.address(token), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  }
}
