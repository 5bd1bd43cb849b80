import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../common/errors.js';
import { parseId } from '../../common/ids.js';
import { plainLine } from '../../common/plain-line.js';
import { SealRetries } from '../../completion/seal-retries.js';
import { memberNames } from '../../organizations/account.queries.js';
import { type Page, type PageResult, Redirect } from '../../platform/pages/page.js';
import { FileDeletions } from '../../platform/storage/file-deletions.js';
import { type Statement } from '../../platform/templates/statement.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { FirstPages } from '../../signatures/documents/first-pages.js';
import { type SignatureDocument } from '../../signatures/documents/signature-document.entity.js';
import { LATELY_MINUTES } from '../../signatures/domain/reminding.js';
import { getShownRequest } from '../../signatures/live-request.queries.js';
import { findSealFailure } from '../../signatures/seal-failures.queries.js';
import { type Signature } from '../../signatures/signature.entity.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { type ShownRequest, SignaturesService } from '../../signatures/signatures.service.js';
import { toTrailItem, type TrailItem } from '../../signatures/trail-item.js';
import { sheetsOfOne } from '../../signing/domain/sheets.js';
import { RequestTemplates } from '../../templates/request-templates.js';
import { type CancellationForm } from '../domain/cancellation-form.js';
import { listBehind, pageBefore, SIGNATURE_LIST } from '../domain/list-address.js';
import { type RefusalWords, refusalWords } from '../domain/refusal-words.js';
import { DashboardShell } from './dashboard-shell.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';
import { type MemberNames, toHistory } from './request-history.view-model.js';
import { toRecipientRows } from './request-recipients.view-model.js';
import { toShownState } from './request-rows.view-model.js';
import { isOpen, toSignerRows } from './request-signers.view-model.js';

const REMINDED_ALL = 'remindedAll';
/** Actions completed on a request's page. */
const DONE = [
  ...['sent', 'scheduled', 'reminded', REMINDED_ALL, 'corrected'],
  ...['recipientAdded', 'recipientRemoved'],
];
/** Remarks with which a page is not one that can be fetched again. */
const NOT_PLAIN: readonly (keyof Remarks)[] = ['refusal', 'link', 'wrong', 'wrongRecipient', 'cancellation'];
/** The action that is only begun. */
const SEALING = 'sealing';
const SENDING = ['created', 'scheduled', 'sent'];

/** Additional messages on a request's page. */
export interface Remarks {
  done?: unknown;
  /** How many signers were reminded together, and how many were left out. */
  reminded?: unknown;
  lately?: unknown;
  refusal?: RefusalWords;
  /** A requested signer's link. */
  link?: { signerId: number; address: string };
  /** A reason for cancelling that is refused. */
  cancellation?: CancellationForm & { problem: Statement };
  /** An invalid address for a signer. */
  wrong?: { signerId: number; entered: string; problem: Statement };
  /** The same for somebody who does not sign; null for a copy to be added. */
  wrongRecipient?: { recipientId: number | null; entered: string; problem: Statement };
}

/** The page of one request. */
@Injectable()
export class SignaturePages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signatures: SignaturesService,
    private readonly deletions: FileDeletions,
    private readonly seals: SealRetries,
    private readonly firstPages: FirstPages,
    private readonly requestTemplates: RequestTemplates,
    private readonly templates: TemplateRenderer,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, also for another organization's request */
  async assertOwn({ organizationId }: DashboardVisit, signatureId: number): Promise<void> {
    await getShownRequest(this.dataSource.manager, { organizationId, signatureId });
  }

  /** What happened to the request, in order. @throws AppError 404 */
  async trail({ organizationId }: DashboardVisit, signatureId: number): Promise<TrailItem[]> {
    const { trail } = await this.signatures.getShown({ organizationId, signatureId });
    return trail.map(toTrailItem);
  }

  /** @throws AppError 404 */
  async show(visit: DashboardVisit, signatureId: number, remarks: Remarks, status = 200): Promise<Page> {
    const { organizationId } = visit;
    const key = { organizationId, signatureId };
    const { manager } = this.dataSource;
    // Read before the request, so that the page shows the outcome of a seal that is no longer under way.
    const isSealing = remarks.done === SEALING && (await this.seals.isUnderWay(key));
    const shown = await this.signatures.getShown(key);
    const { signature, signers, recipients, trail, further, attachments } = shown;
    const isCancelled = signature.deletedAt !== null;
    const isScheduled = !isCancelled && signature.status === 'scheduled';
    const members = await memberNames(manager, organizationId);
    const firstPage = toFirstPage(await this.firstPages.find(key));
    const rows = toSignerRows(signature, { signers, recipients }, trail, remarks);
    const others = toRecipientRows(signature, { signers, recipients }, trail, remarks);
    return this.shell.page(
      visit,
      'signature',
      {
        ...remarks,
        ...listBehind(visit.url, SIGNATURE_LIST),
        isPlain: !Object.keys(remarks).some((each) => NOT_PLAIN.includes(each as keyof Remarks)),
        done: toldOf(remarks, isScheduled),
        isSealing,
        signature,
        subject: signature.subject === signature.originalDocumentName ? '' : signature.subject,
        ...toShownState(signature, signers),
        ...senderIn(trail, members),
        scheduledAt: isScheduled ? signature.scheduledDate : null,
        further: further.map(({ position, name }) => ({ n: position, name: plainLine(name) })),
        signers: rows,
        mayHost: rows.some(({ mayHost }) => mayHost),
        recipients: others,
        mayAddCopy: isOpen(signature) || isScheduled,
        wrongCopy: remarks.wrongRecipient?.recipientId === null ? remarks.wrongRecipient : null,
        mayRemindAll:
          rows.filter(({ mayRemind }) => mayRemind).length +
            others.filter(({ isInTurn }) => isInTurn).length >
          1,
        ...toHistory(
          trail,
          { signers, recipients, members },
          this.templates.book('paper', visit.shownLocale),
        ),
        filesLeft: await this.deletions.left(organizationId, [{ kind: 'signature', id: signatureId }]),
        attachments: attachments.map(toAttachmentRow),
        firstPage,
        pageScript: firstPage && 'request',
        isGone: signature.documentStatus !== 'draft' && firstPage === null,
        isCompleted: signature.status === 'completed',
        isDraft: signature.status === 'draft',
        origin: await this.requestTemplates.originOf(key),
        mayBecomeTemplate: !isCancelled && (await this.requestTemplates.mayBecomeTemplate(key)),
        cancelled: isCancelled ? cancellationIn(trail, signature, members) : null,
        seal: isCancelled ? null : await findSealFailure(manager, key),
      },
      status,
    );
  }

  /** The result of `work`. A refusal is shown on the request's page: at the top, or where `remark` puts it. */
  async orSay(
    visit: DashboardVisit,
    signatureId: number,
    work: () => Promise<PageResult>,
    remark?: (error: AppError) => Remarks | null,
  ): Promise<PageResult> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 400) throw error;
      return this.show(visit, signatureId, remark?.(error) ?? { refusal: refusalWords(error, 'other') }, 400);
    }
  }

  /** As `orSay`, for what leads back to the page, which says what was `done`. */
  act(
    visit: DashboardVisit,
    signatureId: number,
    done: string,
    work: () => Promise<unknown>,
    remark?: (error: AppError) => Remarks | null,
  ): Promise<PageResult> {
    const leadBack = async () => {
      await work();
      return this.leadBack(visit, signatureId, { done });
    };
    return this.orSay(visit, signatureId, leadBack, remark);
  }

  /** @param done - the part of the address that says what was done */
  leadBack({ url }: DashboardVisit, signatureId: number, done?: object): Redirect {
    return new Redirect(pageBefore(url, SIGNATURE_LIST, signatureId, done));
  }
}

/** A file of a signer, as the page lists it. */
function toAttachmentRow({ file: { id, reference }, signer }: ShownRequest['attachments'][number]) {
  const { name, bytes } = reference;
  return { id, name, bytes, person: signer.name ?? signer.email };
}

/** What was done, as the page tells it. */
function toldOf({ done, reminded, lately }: Remarks, isScheduled: boolean): Statement | null {
  const known = DONE.find((each) => each === done);
  if (known === undefined) return null;
  if (known === REMINDED_ALL) return remindedOf(countIn(reminded), countIn(lately));
  // No invitation is on its way yet.
  return {
    key: `dashboard.signatures.done.${known === 'corrected' && isScheduled ? 'correctedLater' : known}`,
  };
}

function remindedOf(count: number, lately: number): Statement {
  const key = lately === 0 ? 'everybody' : count === 0 ? 'nobody' : 'some';
  return { key: `dashboard.signatures.reminded.${key}`, values: { count, lately, minutes: LATELY_MINUTES } };
}

/** A number in the page's address. */
const countIn = (value: unknown) => (typeof value === 'string' ? (parseId(value) ?? 0) : 0);

/** Who sent the request, or made the draft: the member, or a program. */
function senderIn(trail: readonly SignatureAuditEvent[], members: MemberNames) {
  const sending = trail.findLast(
    ({ type, data }) => SENDING.includes(type) && (data.userId ?? data.apiKeyId) !== undefined,
  );
  const { userId, apiKeyId } = sending?.data ?? {};
  return {
    sentBy: typeof userId === 'number' ? (members.get(userId) ?? null) : null,
    isByApi: typeof apiKeyId === 'number',
  };
}

/** Who cancelled the request: a member, or the API if `by` is null. */
function cancellationIn(trail: readonly SignatureAuditEvent[], signature: Signature, members: MemberNames) {
  const { deletedAt: at, cancellationReason, cancellationReasonShown } = signature;
  const userId = trail.findLast(({ type }) => type === 'cancelled')?.data.userId;
  const by = typeof userId === 'number' ? (members.get(userId) ?? null) : null;
  return { at, by, why: cancellationReason, isShownToSigners: cancellationReasonShown };
}

/** The space of the document's first page until it is drawn; null for no document. */
function toFirstPage(document: SignatureDocument | null) {
  if (!document) return null;
  const { pageSizes, pages } = document;
  const [sheet] = sheetsOfOne({ pageSizes, pages: 1 });
  return { ...sheet!, pages };
}
