import { Body, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { IdPipe } from '../../common/http/id.pipe.js';
import { plainLine } from '../../common/plain-line.js';
import { isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { MAX_NAME } from '../../common/validation/limits.js';
import { type PageResult } from '../../platform/pages/page.js';
import { toNewRecipient } from '../../signatures/domain/new-recipients.js';
import { RecipientsService } from '../../signatures/recipients/recipients.service.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { SignaturePages } from './signature-pages.js';

/** What a member does about those who do not sign a request. */
@DashboardPages('/signatures', 'signatures')
export class RequestRecipientsController {
  constructor(
    private readonly pages: SignaturePages,
    private readonly recipients: RecipientsService,
  ) {}

  /** Adds somebody who gets a copy at once. Posted twice, it adds one: the second time, the address is repeated. */
  @Post(':id/recipients')
  async add(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const entered = textOf(fields.copyEmail).trim();
    const wrong = (key: string) => ({ wrongRecipient: { recipientId: null, entered, problem: { key } } });
    if (!isAcceptedEmail(entered))
      return this.pages.show(visit, signatureId, wrong('dashboard.signatures.wrongAddress'), 400);
    const name = plainLine(textOf(fields.copyPerson)).slice(0, MAX_NAME) || null;
    const copy = toNewRecipient({ email: entered, name, action: 'copy' })!;
    const add = () => this.recipients.add(callerOf(visit, request), signatureId, copy);
    return this.pages.act(visit, signatureId, 'recipientAdded', add, ({ code }) =>
      code === 'recipient_repeated' ? wrong('dashboard.prepare.problems.repeatedAction') : null,
    );
  }

  @Post(':id/recipients/:recipientId/remind')
  remind(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const path = { signatureId, recipientId };
    return this.pages.act(visit, signatureId, 'reminded', () =>
      this.recipients.remind(callerOf(visit, request), path),
    );
  }

  @Post(':id/recipients/:recipientId/address')
  async correctAddress(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const entered = textOf(fields.email).trim();
    const wrong = (key: string) => ({ wrongRecipient: { recipientId, entered, problem: { key } } });
    if (!isAcceptedEmail(entered))
      return this.pages.show(visit, signatureId, wrong('dashboard.signatures.wrongAddress'), 400);
    const correct = () =>
      this.recipients.changeEmail(callerOf(visit, request), { signatureId, recipientId }, entered);
    return this.pages.act(visit, signatureId, 'corrected', correct, ({ code }) => {
      if (code === 'approver_is_signer') return wrong('dashboard.prepare.problems.separate');
      return code === 'recipient_repeated' ? wrong('dashboard.prepare.problems.repeatedAction') : null;
    });
  }

  @Post(':id/recipients/:recipientId/remove')
  remove(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('recipientId', IdPipe) recipientId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const path = { signatureId, recipientId };
    return this.pages.act(visit, signatureId, 'recipientRemoved', () =>
      this.recipients.remove(callerOf(visit, request), path),
    );
  }
}
