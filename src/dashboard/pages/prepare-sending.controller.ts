import { Get, Param, Post, Req } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { parseDeadline } from '../../common/timestamps.js';
import { emailKey } from '../../common/validation/email.decorator.js';
import { oddAddress } from '../../common/validation/odd-address.js';
import { type PageResult, Redirect } from '../../platform/pages/page.js';
import { type Statement } from '../../platform/templates/statement.js';
import { signerFor } from '../../signatures/documents/document-fields.js';
import { DocumentUploadService } from '../../signatures/documents/document-upload.service.js';
import { RequestInput } from '../../signatures/request-input.port.js';
import { SendingService } from '../../signatures/sending.service.js';
import { problemsOf } from '../domain/prepare-problems.js';
import { refusalWords } from '../domain/refusal-words.js';
import { rowActionOf } from '../domain/signers-form.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf, type Draft, Drafts, isComplete } from './drafts.js';
import { signersOf } from './fields.view-model.js';

/** The last step of a request made by hand: a final check, and sending it. */
@DashboardPages('/signatures', 'signatures')
export class PrepareSendingController {
  constructor(
    private readonly input: RequestInput,
    private readonly sending: SendingService,
    private readonly documents: DocumentUploadService,
    private readonly drafts: Drafts,
  ) {}

  @Get(':id/check')
  check(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.drafts.ifDraft(id, () => this.checkPage(visit, id, null));
  }

  /** If submitted twice, it is sent once: the second time, it is no longer a draft. */
  @Post(':id/send')
  send(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.drafts.ifDraft(id, async () => {
      const draft = await this.drafts.open(visit, id);
      const { plan } = draft;
      if (!plan || !isComplete(draft)) return new Redirect(addressOf(id, 'check'));
      try {
        const details = await this.input.sending(plan);
        const { signature } = await this.sending.send(callerOf(visit, request), id, details);
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
      refusal: refusal && refusalWords(refusal, 'other'),
      problems: refusal ? timeProblemsOf(refusal) : [],
      pages: draft.pageSizes!.length,
      further: draft.further.map(({ name, pageSizes }) => ({ name, pages: pageSizes!.length })),
      isUnmarked:
        visit.isTest && [draft, ...draft.further].some(({ carriesSignatures }) => carriesSignatures),
      people: signersOf(draft).map((signer, index) => ({
        ...signer,
        index,
        order: draft.plan!.signers[index]!.order,
        language: draft.plan!.signers[index]!.locale,
        odd: oddAddress(signer.email),
        fields: countFields(draft, index),
        preview: addressOf(id, `preview/${index + 1}`),
      })),
      others: (draft.plan!.recipients ?? []).map((each) => ({
        ...each,
        action: rowActionOf(each),
        odd: oddAddress(each.email),
      })),
    });
    return this.drafts.page(visit, draft, 'check', model, refusal ? 400 : 200);
  }
}

const timesOf = ({ expiresDate, scheduledDate }: NonNullable<Draft['plan']>) => ({
  expiresAt: expiresDate && parseDeadline(expiresDate),
  scheduledAt: scheduledDate && parseDeadline(scheduledDate),
});

/** Only times can become invalid while a draft waits. */
function timeProblemsOf(refusal: AppError): Statement[] {
  const { expires, scheduled } = problemsOf(refusal);
  return [expires, scheduled].filter((problem) => problem !== undefined);
}

/** How many fields the plan's signer at this index has. */
function countFields({ fields: onFirst, further, form, plan }: Draft, index: number): number {
  const fields = [...onFirst, ...further.flatMap((each) => each.fields)];
  const signers = plan!.signers.map((signer) => ({ ...signer, emailKey: emailKey(signer.email) }));
  const own = fields.filter((field) => signerFor(field, signers) === signers[index]);
  const isOwn = (role = '') => emailKey(form?.signers[role] ?? '') === signers[index]!.emailKey;
  const ofForm = form?.definition.fields.filter(({ role }) => isOwn(role)) ?? [];
  return own.length + ofForm.length;
}
