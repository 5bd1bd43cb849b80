import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { handOverIn, handOversOf, nameAndAddress } from '../../audit-chain/hand-over.js';
import { kindOf, openingOf } from '../../audit-chain/signer-proofs.js';
import { AppError } from '../../common/errors.js';
import { type Page, type PageResult } from '../../platform/pages/page.js';
import { FileDeletions } from '../../platform/storage/file-deletions.service.js';
import { type Statement } from '../../platform/templates/statement.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { signersInTurn } from '../../signatures/domain/signing-order.policy.js';
import { getLiveRequest } from '../../signatures/live-request.queries.js';
import { findSealFailure } from '../../signatures/seal-failures.queries.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { SignaturesService } from '../../signatures/signatures.service.js';
import { type Signer } from '../../signatures/signer.entity.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** What was done on a request's page. */
const DONE = ['sent', 'scheduled', 'reminded', 'corrected', 'sealed'];
const MAIL_EVENTS = ['email_accepted', 'email_failed'];

/** What a request's page says beside the request. */
export interface Remarks {
  done?: unknown;
  /** Why something was refused, in the service's words. */
  refusal?: string;
  /** A signer's link that was asked for. */
  link?: { signerId: number; address: string };
  /** An address that a signer cannot have. */
  wrong?: { signerId: number; entered: string; problem: Statement };
}

/** The page of one request. */
@Injectable()
export class SignaturePages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signatures: SignaturesService,
    private readonly deletions: FileDeletions,
    private readonly shell: DashboardShell,
  ) {}

  /** @throws AppError 404, for another organization's request as well */
  async assertOwn({ organizationId }: DashboardVisit, signatureId: number): Promise<void> {
    await getLiveRequest(this.dataSource.manager, { organizationId, signatureId });
  }

  /** @throws AppError 404 */
  async show(visit: DashboardVisit, signatureId: number, remarks: Remarks, status = 200): Promise<Page> {
    const key = { organizationId: visit.organizationId, signatureId };
    const { signature, signers } = await this.signatures.get(key);
    const trail = await this.signatures.auditTrail(key);
    const isOpen = OPEN_STATUSES.includes(signature.status);
    const isScheduled = signature.status === 'scheduled';
    const done = DONE.find((known) => known === remarks.done);
    return this.shell.page(
      visit,
      'signature',
      {
        ...remarks,
        isPlain: !remarks.refusal && !remarks.link && !remarks.wrong,
        // No invitation is on its way yet.
        done: done === 'corrected' && isScheduled ? 'correctedLater' : done,
        signature,
        scheduledAt: isScheduled ? signature.scheduledDate : null,
        signers: signers.map((signer) => ({
          ...this.signerModel(signer, trail, remarks),
          mayAct: isOpen && signer.status === 'pending',
          mayCorrect: (isOpen || isScheduled) && signer.status === 'pending',
          mayHost: isOpen && signature.type === 'in_person' && signersInTurn(signers).includes(signer),
        })),
        filesLeft: await this.deletions.left(visit.organizationId, [{ kind: 'signature', id: signatureId }]),
        trail: trail.map((event) => ({
          type: kindOf(event),
          createdAt: event.createdAt,
          number: event.number,
        })),
        hasDocument: signature.documentStatus !== 'draft',
        isCompleted: signature.status === 'completed',
        isOpen,
        isDraft: signature.status === 'draft',
        seal: await findSealFailure(this.dataSource.manager, key),
      },
      status,
    );
  }

  /** What `work` leads to; what the request refuses is said on its page, by `remark` if not at its top. */
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
      return this.show(visit, signatureId, remark?.(error) ?? { refusal: error.message }, 400);
    }
  }

  private signerModel(signer: Signer, trail: readonly SignatureAuditEvent[], { wrong, link }: Remarks) {
    const { id, email, name: fullName, locale: language, status, signedAt, rejectionReason } = signer;
    const handOvers = handOversOf(trail, id).map((event) => {
      const { from, to, reason } = handOverIn(event);
      return { from: nameAndAddress(from), to: nameAndAddress(to), reason, at: event.createdAt };
    });
    const mail = trail.findLast((event) => event.signerId === id && MAIL_EVENTS.includes(event.type));
    return {
      id,
      email,
      fullName,
      language,
      status,
      openedAt: openingOf(trail, id)?.createdAt,
      signedAt,
      rejectionReason,
      handOvers,
      mail: mail && {
        isAccepted: mail.type === 'email_accepted',
        words: wordsOf(mail),
        at: mail.createdAt,
      },
      wrong: wrong?.signerId === id ? wrong : null,
      shownLink: link?.signerId === id ? link.address : null,
    };
  }
}

/** The mail server's own. */
const wordsOf = ({ data: { reply, reason } }: SignatureAuditEvent) =>
  [reply, reason].find((words) => typeof words === 'string') ?? '';
