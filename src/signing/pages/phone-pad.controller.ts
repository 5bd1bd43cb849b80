import { Get, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { Admission } from '../../common/admission.js';
import { postedForm } from '../../common/http/multipart.js';
import { timeZoneOf } from '../../common/time-zones.js';
import { HostedPages } from '../../platform/pages/hosted-pages.decorator.js';
import { Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { MAX_STROKES_JSON } from '../domain/drawn-mark.js';
import { textOf } from '../domain/posted-fields.js';
import { type Visit } from '../domain/visit.js';
import { type PhonePad, PhonePads } from '../phone-pads.js';
import { phonePadAddress } from '../signing-addresses.js';
import { toPhonePadModel } from './phone-pad.view-model.js';
import { CurrentVisit } from './visit.decorator.js';

const LIMITS = { fileBytes: 0, fieldBytes: MAX_STROKES_JSON + 1 };
/** Drawings read at once, in total and per organization. */
const DRAWING_LIMITS = { total: 128, perKey: 64 };
const GONE = 410;

/** The pad on the phone. Its token reveals nothing of the document, and cannot be used to sign. */
@HostedPages('draw')
export class PhonePadController {
  private readonly admission = new Admission(DRAWING_LIMITS, 'drawings');

  constructor(private readonly pads: PhonePads) {}

  @Get(':token')
  async pad(@CurrentVisit() visit: Visit): Promise<PageResult> {
    return toPage(visit, await this.pads.onPhone(visit));
  }

  /** Responds to a drawing sent twice as to the first. @throws AppError 429 or 503 for too many at once, before the body is read */
  @Post(':token')
  async draw(@CurrentVisit() arrival: Visit, @Req() request: FastifyRequest): Promise<PageResult> {
    const pad = await this.pads.onPhone(arrival);
    if (pad?.step !== 'open') return toPage(arrival, pad);
    const { organizationId } = pad.context.signer;
    return this.admission.run(String(organizationId), async () => {
      const { fields } = await postedForm(request, LIMITS);
      const visit = { ...arrival, timeZone: timeZoneOf(fields.timeZone) };
      const outcome = await this.pads.draw(visit, textOf(fields, 'strokes'));
      return outcome === 'unreadable'
        ? toPage(visit, pad, { isUnreadable: true })
        : new Redirect(phonePadAddress(visit.token));
    });
  }
}

function toPage(visit: Visit, pad: PhonePad, { isUnreadable = false } = {}): Page {
  const model = { ...toPhonePadModel(visit, pad), isUnreadable };
  return new Page('signing/phone-pad', model, pad === null ? GONE : isUnreadable ? 400 : 200);
}
