import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ActivityLog } from '../../activity/activity-log.service.js';
import { type ActivityType } from '../../activity/domain/activity-event.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { isEmailAddress } from '../../common/validation/email.decorator.js';
import { MAX_EMAIL } from '../../common/validation/limits.js';
import { SealRetries } from '../../completion/seal-retries.service.js';
import { Download, type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { CancellationService } from '../../signatures/cancellation.service.js';
import { DocumentDownloadService } from '../../signatures/document-download.service.js';
import { SIGNATURE_STATUSES, SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import {
  placeOf,
  readListPlace,
  SORT_FIELDS,
  SORT_ORDERS,
  writeListPlace,
} from '../../signatures/domain/list-order.js';
import { type SignatureSummaryRow } from '../../signatures/signature-list.queries.js';
import { SignatureSearchQueries } from '../../signatures/signature-search.queries.js';
import { SignersService } from '../../signatures/signers.service.js';
import { actorOf } from '../domain/actor-of.js';
import {
  orderInAddress,
  readListOrder,
  readSignatureChoice,
  signatureSearch,
} from '../domain/signature-choice.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { type Fields, textOf } from './form-fields.js';
import { listPage, optionsOf } from './list-page.js';
import { type Remarks, SignaturePages } from './signature-pages.service.js';

const ADDRESS = '/dashboard/signatures';
const KINDS = ['original', 'signed', 'certificate'] as const;

/** The organization's requests: who has signed, what became of the mails, and what a sender can do. */
@DashboardPages('/signatures', 'signatures')
export class DashboardSignaturesController {
  constructor(
    private readonly searches: SignatureSearchQueries,
    private readonly pages: SignaturePages,
    private readonly signers: SignersService,
    private readonly cancellation: CancellationService,
    private readonly seals: SealRetries,
    private readonly downloads: DocumentDownloadService,
    private readonly activity: ActivityLog,
    private readonly shell: DashboardShell,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    const choice = readSignatureChoice(query);
    const { filter, entered, problems } = choice;
    const search = signatureSearch(visit.organizationId, filter);
    const order = readListOrder(query);
    const before = readListPlace(query.before);
    const found = await listPage<SignatureSummaryRow>(
      {
        address: ADDRESS,
        choice,
        order: orderInAddress(order),
        isFirst: before === undefined,
        placeOf: (row) => writeListPlace(placeOf(row, order)),
      },
      (limit, most) => this.searches.page(search, { order, before, limit }, most),
    );
    const model = {
      found,
      entered,
      problems,
      statuses: optionsOf(SIGNATURE_STATUSES, filter.status),
      types: optionsOf(SIGNATURE_TYPES, filter.type),
      sortFields: optionsOf(SORT_FIELDS, order.sortBy),
      sortOrders: optionsOf(SORT_ORDERS, order.sortOrder),
      // What the list is sorted by is what its rows tell, if it is not the usual.
      shownTime: orderInAddress(order).sortBy,
    };
    return this.shell.page(visit, 'signatures', model, found.isWrong ? 400 : 200);
  }

  @Get(':id')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { done }: Fields,
  ): Promise<Page> {
    return this.pages.show(visit, id, { done });
  }

  @Post(':id/signers/:signerId/remind')
  remind(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const caller = callerOf(visit, request);
    return this.act(visit, signatureId, 'reminded', () =>
      this.record(visit, 'signer_reminded', signatureId, { signerId }, () =>
        this.signers.remind(caller, { signatureId, signerId }),
      ),
    );
  }

  @Post(':id/signers/:signerId/address')
  async correctAddress(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const entered = textOf(fields.email).trim();
    const wrong = (key: string) => ({
      wrong: { signerId, entered, problem: { key } },
    });
    if (!isEmailAddress(entered) || entered.length > MAX_EMAIL)
      return this.pages.show(visit, signatureId, wrong('dashboard.signatures.wrongAddress'), 400);
    const caller = callerOf(visit, request);
    const correct = () =>
      this.record(visit, 'signer_address_changed', signatureId, { signerId }, () =>
        this.signers.changeEmail(caller, { signatureId, signerId }, entered),
      );
    return this.act(visit, signatureId, 'corrected', correct, ({ code }) =>
      code === 'email_taken' ? wrong('dashboard.prepare.problems.repeated') : null,
    );
  }

  @Post(':id/cancel')
  async cancel(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.pages.assertOwn(visit, id);
    await this.record(visit, 'signature_cancelled', id, {}, () =>
      this.cancellation.cancel(callerOf(visit, request), id),
    );
    return new Redirect(ADDRESS);
  }

  @Post(':id/seal')
  sealAgain(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.act(visit, id, 'sealed', () => this.seals.retry(id, actorOf(visit)));
  }

  @Get(':id/:kind')
  async download(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('kind') asked: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const kind = KINDS.find((known) => known === asked);
    if (!kind) throw new AppError(404, 'There is no such document');
    const file = await this.record(visit, 'document_downloaded', id, { document: kind }, () =>
      this.downloads.download(callerOf(visit, request), id, kind, reply),
    );
    return new Download(file.bytes, file.mimeType, file.fileName);
  }

  private record<Result>(
    visit: DashboardVisit,
    type: ActivityType,
    signatureId: number,
    data: Record<string, unknown>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const subject = { kind: 'signature', id: signatureId } as const;
    return this.activity.recordWith(work, () => ({ ...actorOf(visit), type, subject, data }));
  }

  private act(
    visit: DashboardVisit,
    id: number,
    done: string,
    work: () => Promise<unknown>,
    remark?: (error: AppError) => Remarks | null,
  ): Promise<PageResult> {
    const leadBack = async () => {
      await work();
      return new Redirect(`${ADDRESS}/${id}?done=${done}`);
    };
    return this.pages.orSay(visit, id, leadBack, remark);
  }
}
