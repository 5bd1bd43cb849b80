import { Body, Controller, Get, Header, HttpCode, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import QRCode from 'qrcode';
import { notFound } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { documentNumber } from '../domain/document-number.js';
import { actIn } from '../domain/opening-act.js';
import { type PostedFields } from '../domain/posted-fields.js';
import { obstacleTo } from '../domain/signing-step.policy.js';
import { type Visit } from '../domain/visit.js';
import { type DeskPad, PhonePads } from '../phone-pads.js';
import { SigningAccess } from '../signing-access.js';
import { phonePadAddress } from '../signing-addresses.js';
import { VisitRecords } from '../visit-records.js';
import { CurrentVisit, deskOf, rememberDesk } from './visit.decorator.js';

/** Serves the pages' scripts: their queries and reports. */
@Controller('sign')
@UseGuards(PageThrottlerGuard)
@ApiExcludeController()
export class SigningStateController {
  constructor(
    private readonly access: SigningAccess,
    private readonly visits: VisitRecords,
    private readonly pads: PhonePads,
    private readonly settings: Settings,
  ) {}

  /** The state that a waiting page polls. */
  @Get(':token/state')
  @Header('cache-control', 'no-store')
  async state(@CurrentVisit() visit: Visit): Promise<{ step: string }> {
    const context = await this.access.find(visit);
    return { step: obstacleTo(context) ?? context.identity };
  }

  /** A person did something on the page for the first time. */
  @Post(':token/opened')
  @HttpCode(204)
  async opened(@CurrentVisit() visit: Visit, @Body() fields: PostedFields = {}): Promise<void> {
    await this.visits.recordOpened(visit, actIn(fields));
  }

  /** The last page of a document was on screen, and a person did something there. */
  @Post(':token/document/read')
  @HttpCode(204)
  async read(
    @CurrentVisit() visit: Visit,
    @Body() fields: PostedFields = {},
    @Query('n') number?: unknown,
  ): Promise<void> {
    await this.visits.recordRead(visit, documentNumber(number), actIn(fields));
  }

  /** A QR code, as SVG, that opens a pad on the phone. @throws AppError 404 if nothing can be drawn now */
  @Post(':token/phone')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async openPad(
    @CurrentVisit() visit: Visit,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ code: string }> {
    const pad = await this.pads.open(visit);
    if (pad === null) throw notFound('Pad');
    rememberDesk(reply, visit, pad.desk, this.settings);
    const address = `${this.settings.publicUrl}${phonePadAddress(pad.token)}`;
    const code = await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
    return { code };
  }

  /** The state of the pad, polled by the page that shows its code. */
  @Get(':token/phone')
  @Header('cache-control', 'no-store')
  pad(@CurrentVisit() visit: Visit, @Req() request: FastifyRequest): Promise<DeskPad> {
    return this.pads.atDesk(visit, deskOf(request));
  }
}
