import { Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseDeadline } from '../../common/timestamps.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { DocumentUploadService } from '../../signatures/document-upload.service.js';
import { signerFor } from '../../signatures/document-fields.service.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { type PlannedSend } from '../../signatures/send-plan.entity.js';
import { SendingService } from '../../signatures/sending.service.js';
import { actorOf } from '../domain/actor-of.js';
import { problemsOf } from '../domain/prepare-problems.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts } from './drafts.service.js';
import { signersOf } from './fields.view-model.js';

/** The last step of a request made by hand: a last look, and sending it. */
@DashboardPages('/signatures', 'signatures')
export class PrepareSendingController {
  constructor(
    private readonly input: RequestInput,
    private readonly sending: SendingService,
    private readonly documents: DocumentUploadService,
    private readonly drafts: Drafts,
    private readonly activity: ActivityLog,
  ) {}

  @Get(':id/check')
  check(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifDraft(id, () => this.checkPage(visit, id, null));
  }

  /** Submitted twice, it is sent once: the second time it is no longer a draft. */
  @Post(':id/send')
  send(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const { plan, pageSizes } = await this.drafts.open(visit, id);
      if (!plan || !pageSizes) return new Redirect(addressOf(id, 'check'));
      try {
        const { signature } = await this.activity.recordWith(
          async () => this.sending.send(callerOf(visit, request), id, await this.input.sending(plan)),
          () => ({ ...actorOf(visit), type: 'signature_sent', subject: { kind: 'signature', id } }),
        );
        const done = signature.status === 'scheduled' ? 'scheduled' : 'sent';
        return new Redirect(`/dashboard/signatures/${id}?done=${done}`);
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode !== 400 || error.code === 'not_a_draft')
          throw error;
        return this.checkPage(visit, id, error);
      }
    });
  }

  private async checkPage(visit: DashboardVisit, id: number, refusal: AppError | null): Promise<PageResult> {
    const draft = await this.drafts.open(visit, id);
    const model = async () => ({
      ...draft.plan!,
      ...(await this.documents.changesOf({ organizationId: visit.organizationId, signatureId: id })),
      ...timesOf(draft.plan!),
      refusal: refusal?.message,
      problems: refusal ? timeProblemsOf(refusal) : [],
      pages: draft.pageSizes!.length,
      people: signersOf(draft).map((signer, index) => ({
        ...signer,
        order: draft.plan!.signers[index]!.order,
        language: draft.plan!.signers[index]!.locale,
        fields: fieldsFor(draft, index).length,
        preview: addressOf(id, `preview/${index + 1}`),
      })),
    });
    return this.drafts.page(visit, draft, 'check', model, refusal ? 400 : 200);
  }
}

const timesOf = ({ expiresDate, scheduledDate }: PlannedSend) => ({
  expiresAt: expiresDate && parseDeadline(expiresDate),
  scheduledAt: scheduledDate && parseDeadline(scheduledDate),
});

/** Only times become wrong while a draft waits. */
function timeProblemsOf(refusal: AppError): Statement[] {
  const { expires, scheduled } = problemsOf(refusal);
  return [expires, scheduled].filter((problem) => problem !== undefined);
}

/** The fields of a signer of the plan, by their place in it. */
function fieldsFor({ fields, plan }: Draft, index: number) {
  const signers = plan!.signers.map((signer) => ({ ...signer, emailKey: emailKey(signer.email) }));
  return fields.filter((field) => signerFor(field, signers) === signers[index]);
}
