import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { actorOf } from '../../accounts/domain/actor-of.js';
import { AppError } from '../../common/errors.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { isAcceptedEmail } from '../../common/validation/email.decorator.js';
import { zipStream } from '../../common/zip-stream.js';
import { SealRetries } from '../../completion/seal-retries.js';
import {
  Download,
  KeptDownload,
  type Page,
  type PageResult,
  Redirect,
  StreamedDownload,
} from '../../platform/pages/page.js';
import { CancellationService } from '../../signatures/cancellation.service.js';
import { DocumentArchives } from '../../signatures/documents/document-archives.js';
import { DocumentDownloadService } from '../../signatures/documents/document-download.service.js';
import { FirstPages } from '../../signatures/documents/first-pages.js';
import { RequestCopies } from '../../signatures/request-copies.js';
import { SignersService } from '../../signatures/signers/signers.service.js';
import { readCancellationForm, toReason } from '../domain/cancellation-form.js';
import { listBehind, SIGNATURE_LIST } from '../domain/list-address.js';
import { callerOf } from './caller-of.js';
import { DashboardPages } from './dashboard-pages.decorator.js';
import { CurrentVisit, type DashboardVisit } from './dashboard-visit.decorator.js';
import { addressOf } from './drafts.js';
import { type Fields, textOf } from './form-fields.js';
import { RequestListPages } from './request-list-pages.js';
import { SentOnce } from './sent-once.js';
import { SignaturePages } from './signature-pages.js';

const KINDS = ['original', 'signed', 'certificate'] as const;
const FURTHER_KINDS = ['original', 'signed'] as const;

/** The organization's requests: who has signed, the state of the mails, and the sender's actions. */
@DashboardPages('/signatures', 'signatures')
export class DashboardSignaturesController {
  constructor(
    private readonly listPages: RequestListPages,
    private readonly pages: SignaturePages,
    private readonly signers: SignersService,
    private readonly cancellation: CancellationService,
    private readonly seals: SealRetries,
    private readonly downloads: DocumentDownloadService,
    private readonly archives: DocumentArchives,
    private readonly firstPages: FirstPages,
    private readonly copies: RequestCopies,
    private readonly once: SentOnce,
  ) {}

  @Get()
  list(@CurrentVisit() visit: DashboardVisit, @Query() query: Fields): Promise<Page> {
    return this.listPages.show(visit, query);
  }

  @Get(':id')
  show(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Query() { done, reminded, lately }: Fields,
  ): Promise<Page> {
    return this.pages.show(visit, id, { done, reminded, lately });
  }

  /** Everyone whose turn it is, but for those who were just reminded: posted twice, it reminds once. */
  @Post(':id/remind')
  remindAll(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      const { reminded, lately } = await this.signers.remindAll(callerOf(visit, request), id);
      return this.pages.leadBack(visit, id, { done: 'remindedAll', reminded, lately });
    });
  }

  /** Makes a draft with the same document, fields, people and texts, and sends nothing. Sent twice, it makes one. */
  @Post(':id/again')
  again(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    return this.pages.orSay(visit, id, async () => {
      const copy = () => this.copies.copy(callerOf(visit, request), id);
      const draft = await this.once.run(visit, `request-copy:${id}`, fields, copy);
      return new Redirect(addressOf(draft, 'check'));
    });
  }

  @Post(':id/signers/:signerId/remind')
  remind(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Param('signerId', IdPipe) signerId: number,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    const caller = callerOf(visit, request);
    return this.pages.act(visit, signatureId, 'reminded', () =>
      this.signers.remind(caller, { signatureId, signerId }),
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
    if (!isAcceptedEmail(entered))
      return this.pages.show(visit, signatureId, wrong('dashboard.signatures.wrongAddress'), 400);
    const caller = callerOf(visit, request);
    const correct = () => this.signers.changeEmail(caller, { signatureId, signerId }, entered);
    return this.pages.act(visit, signatureId, 'corrected', correct, ({ code }) =>
      code === 'email_taken' ? wrong('dashboard.prepare.problems.repeated') : null,
    );
  }

  /** A cancelled draft is gone; anything else stays, with the reason. */
  @Post(':id/cancel')
  async cancel(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Body() fields: Fields,
    @Req() request: FastifyRequest,
  ): Promise<PageResult> {
    await this.pages.assertOwn(visit, id);
    const form = readCancellationForm(fields);
    const read = toReason(form);
    if ('problem' in read) return this.pages.show(visit, id, { cancellation: { ...form, ...read } }, 400);
    const { status } = await this.cancellation.cancel(callerOf(visit, request), id, read.reason);
    if (status !== 'draft') return this.pages.leadBack(visit, id);
    return new Redirect(listBehind(visit.url, SIGNATURE_LIST).back);
  }

  @Post(':id/seal')
  sealAgain(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<PageResult> {
    return this.pages.act(visit, id, 'sealing', () => this.seals.retry(id, actorOf(visit)));
  }

  /** What happened, as the API answers it. */
  @Get(':id/trail.json')
  async trail(@CurrentVisit() visit: DashboardVisit, @Param('id', IdPipe) id: number): Promise<Download> {
    const items = await this.pages.trail(visit, id);
    const bytes = Buffer.from(`${JSON.stringify({ items }, null, 2)}\n`);
    return new Download(bytes, 'application/json; charset=utf-8', `request-${id}-trail.json`);
  }

  /** The first page as signers see it, for scripts to draw. */
  @Get(':id/first-page')
  async firstPage(
    @CurrentVisit() { organizationId }: DashboardVisit,
    @Param('id', IdPipe) signatureId: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<KeptDownload> {
    const document = await this.firstPages.find({ organizationId, signatureId });
    if (!document) throw new AppError(404, 'There is no such document');
    const load = async () =>
      new Download(await this.firstPages.read(document, reply), 'application/pdf', 'page-1.pdf', 'inline');
    return new KeptDownload(document.sha256, load);
  }

  /** A file that a signer gave into the form. */
  @Get(':id/attachments/:fileId')
  async attachment(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('fileId', IdPipe) fileId: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    const file = await this.downloads.attachment(callerOf(visit, request), id, fileId, reply);
    return new Download(file.bytes, file.mimeType, file.fileName);
  }

  /** All signed PDFs with their certificate and a manifest, as a ZIP archive. */
  @Get(':id/archive')
  async archive(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamedDownload> {
    const entries = await this.archives.load(callerOf(visit, request), id, reply);
    return new StreamedDownload(zipStream(entries), 'application/zip', `signature-${id}.zip`);
  }

  /** A file of a document after the first. */
  @Get(':id/documents/:n/:kind')
  downloadFurther(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('n', IdPipe) n: number,
    @Param('kind') kind: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    return this.load(visit, { id, n, kind: FURTHER_KINDS.find((known) => known === kind) }, request, reply);
  }

  @Get(':id/:kind')
  download(
    @CurrentVisit() visit: DashboardVisit,
    @Param('id', IdPipe) id: number,
    @Param('kind') asked: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Download> {
    return this.load(visit, { id, n: 1, kind: KINDS.find((known) => known === asked) }, request, reply);
  }
  /** @param wanted - `kind` is undefined if there is none of the name that was asked for @throws AppError 404 */
  private async load(
    visit: DashboardVisit,
    { id, n, kind }: { id: number; n: number; kind: (typeof KINDS)[number] | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Download> {
    if (!kind) throw new AppError(404, 'There is no such document');
    const file = await this.downloads.download(callerOf(visit, request), id, kind, reply, n);
    return new Download(file.bytes, file.mimeType, file.fileName);
  }
}
