import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { type FurtherDocument } from './documents/further-document.entity.js';
import { furtherDocuments } from './documents/request-documents.queries.js';
import { type Attachment, Attachments } from './form/attachments.js';
import { MemberActions } from './internal/member-actions.js';
import { signatureNotFound } from './internal/signature.errors.js';
import {
  type DraftDetails,
  SignatureQueries,
  type SignatureStatusRow,
} from './internal/signature.queries.js';
import { getLiveRequest, getShownRequest, type RequestKey, signersOf } from './live-request.queries.js';
import { type Recipient } from './recipients/recipient.entity.js';
import { recipientsOf } from './recipients/recipient.queries.js';
import { type Signature, type SignatureFields } from './signature.entity.js';
import { SignatureAudit } from './signature-audit.js';
import { type SignatureAuditEvent } from './signature-audit-event.entity.js';
import { type Signer } from './signers/signer.entity.js';

/** A request as members see it. */
export interface ShownRequest {
  signature: Signature;
  signers: Signer[];
  recipients: Recipient[];
  trail: SignatureAuditEvent[];
  /** The documents after the first. */
  further: FurtherDocument[];
  /** The files that its signers have given. */
  attachments: Attachment[];
}

/** Creates drafts, and reads requests. */
@Injectable()
export class SignaturesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: SignatureQueries,
    private readonly audit: SignatureAudit,
    private readonly actions: MemberActions,
    private readonly attachments: Attachments,
  ) {}

  createDraft(caller: Caller, details: DraftDetails): Promise<SignatureFields> {
    const { organizationId, userId } = caller;
    const draft = { organizationId, userId, ...details, callFacts: callFacts(caller) };
    return this.actions.recorded(
      caller,
      () => this.queries.createDraft(draft),
      ({ id }) => ({ type: 'signature_made', signatureId: id }),
    );
  }

  /** @throws AppError 404 */
  async get(key: RequestKey): Promise<{ signature: Signature; signers: Signer[] }> {
    const { manager } = this.dataSource;
    const signature = await getLiveRequest(manager, key);
    return { signature, signers: await signersOf(manager, signature) };
  }

  /** As members see it, with its trail in order: cancelled requests stay until retention empties them. @throws AppError 404 */
  async getShown(key: RequestKey): Promise<ShownRequest> {
    const { manager } = this.dataSource;
    const signature = await getShownRequest(manager, key);
    return {
      signature,
      signers: await signersOf(manager, signature),
      recipients: await recipientsOf(manager, signature),
      trail: await this.audit.trail(manager, key.organizationId, key.signatureId),
      further: await furtherDocuments(manager, signature),
      attachments: await this.attachments.of(manager, signature),
    };
  }

  /** @throws AppError 404 */
  async status({ organizationId, signatureId }: RequestKey): Promise<SignatureStatusRow> {
    const row = await this.queries.status(organizationId, signatureId);
    if (!row) throw signatureNotFound();
    return row;
  }

  /** In order. @throws AppError 404 */
  async auditTrail(key: RequestKey): Promise<SignatureAuditEvent[]> {
    const { manager } = this.dataSource;
    await getLiveRequest(manager, key);
    return this.audit.trail(manager, key.organizationId, key.signatureId);
  }
}
