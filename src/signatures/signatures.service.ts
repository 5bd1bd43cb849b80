import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { getLiveRequest, type RequestKey, signersOf } from './live-request.queries.js';
import { type SignatureAuditEvent } from './signature-audit-event.entity.js';
import { SignatureAudit } from './signature-audit.service.js';
import { type SignatureFilter, SignatureListQueries, type SignaturePage } from './signature-list.queries.js';
import { type Signature, type SignatureFields } from './signature.entity.js';
import { signatureNotFound } from './signature.errors.js';
import { type DraftDetails, SignatureQueries, type SignatureStatusRow } from './signature.queries.js';
import { type Signer } from './signer.entity.js';

/** Creates drafts, and reads requests. */
@Injectable()
export class SignaturesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: SignatureQueries,
    private readonly listQueries: SignatureListQueries,
    private readonly audit: SignatureAudit,
  ) {}

  createDraft(caller: Caller, details: DraftDetails): Promise<SignatureFields> {
    const { organizationId, userId } = caller;
    return this.queries.createDraft({ organizationId, userId, ...details, callFacts: callFacts(caller) });
  }

  /** @throws AppError 404 */
  async get(key: RequestKey): Promise<{ signature: Signature; signers: Signer[] }> {
    const { manager } = this.dataSource;
    const signature = await getLiveRequest(manager, key);
    return { signature, signers: await signersOf(manager, signature) };
  }

  /** @throws AppError 404 */
  async status({ organizationId, signatureId }: RequestKey): Promise<SignatureStatusRow> {
    const row = await this.queries.status(organizationId, signatureId);
    if (!row) throw signatureNotFound();
    return row;
  }

  list(filter: SignatureFilter): Promise<SignaturePage> {
    return this.listQueries.page(filter);
  }

  /** In order. @throws AppError 404 */
  async auditTrail(key: RequestKey): Promise<SignatureAuditEvent[]> {
    const { manager } = this.dataSource;
    await getLiveRequest(manager, key);
    return this.audit.trail(manager, key.organizationId, key.signatureId);
  }
}
