import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Page } from '../../platform/pages/page.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { getLiveRequest } from '../../signatures/live-request.queries.js';
import { findSealFailure } from '../../signatures/seal-failures.queries.js';
import { type SignatureAuditEvent } from '../../signatures/signature-audit-event.entity.js';
import { SignaturesService } from '../../signatures/signatures.service.js';
import { type Signer } from '../../signatures/signer.entity.js';
import { DashboardShell } from './dashboard-shell.service.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** What was done on a request's page. */
const DONE = ['reminded', 'corrected', 'sealed'];
const MAIL_EVENTS = ['email_accepted', 'email_failed'];

/** What a request's page says beside the request. */
export interface Remarks {
  done?: unknown;
  /** Why something was refused, in the service's words. */
  refusal?: string;
  /** An address that is none. */
  wrong?: { signerId: number; entered: string };
}

/** The page of one request. */
@Injectable()
export class SignaturePages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signatures: SignaturesService,
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
    const done = DONE.find((known) => known === remarks.done);
    return this.shell.page(
      visit,
      'signature',
      {
        ...remarks,
        done,
        signature,
        signers: signers.map((signer) => this.signerModel(signer, trail, isOpen, remarks)),
        trail: trail.map(({ type, createdAt, number }) => ({ type, createdAt, number })),
        hasDocument: signature.documentStatus !== 'draft',
        isCompleted: signature.status === 'completed',
        isOpen,
        seal: await findSealFailure(this.dataSource.manager, key),
      },
      status,
    );
  }

  private signerModel(
    signer: Signer,
    trail: readonly SignatureAuditEvent[],
    isOpen: boolean,
    { wrong }: Remarks,
  ) {
    const { id, email, name: fullName, status, openedAt, signedAt, rejectionReason } = signer;
    const mail = trail.findLast((event) => event.signerId === id && MAIL_EVENTS.includes(event.type));
    return {
      id,
      email,
      fullName,
      status,
      openedAt,
      signedAt,
      rejectionReason,
      mail: mail && {
        isAccepted: mail.type === 'email_accepted',
        words: wordsOf(mail),
        at: mail.createdAt,
      },
      mayAct: isOpen && status === 'pending',
      wrong: wrong?.signerId === id ? wrong : null,
    };
  }
}

/** The mail server's own. */
const wordsOf = ({ data: { reply, reason } }: SignatureAuditEvent) =>
  [reply, reason].find((words) => typeof words === 'string') ?? '';
