import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { emailKey } from '../common/validation/email.decorator.js';
import { callFacts, type Principal } from '../auth/principal.js';
import { type CreateDraftDto } from './http/dto/create-draft.dto.js';
import { type ListSignaturesDto } from './http/dto/list-signatures.dto.js';
import {
  type AuditTrailDto,
  type SignatureListDto,
  type SignatureResponseDto,
  type SignatureStatusDto,
  type SignatureWithSignersDto,
} from './http/dto/signature-response.dto.js';
import {
  toAuditItem,
  toEntry,
  toSignature,
  toSignatureWithSigners,
  toSummary,
} from './http/signature.mapper.js';
import { SignatureAudit } from './signature-audit.service.js';
import { Signature } from './signature.entity.js';
import { signatureNotFound } from './signature.errors.js';
import { SignatureListQueries } from './signature-list.queries.js';
import { signersOf } from './live-request.queries.js';
import { SignatureQueries } from './signature.queries.js';

/** Drafts, and everything that is only read. */
@Injectable()
export class SignaturesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: SignatureQueries,
    private readonly listQueries: SignatureListQueries,
    private readonly audit: SignatureAudit,
  ) {}

  async createDraft(caller: Principal, draft: CreateDraftDto): Promise<SignatureResponseDto> {
    const { organizationId, userId } = caller;
    const fields = { organizationId, userId, ...draft, callFacts: callFacts(caller) };
    return toSignature(await this.queries.createDraft(fields));
  }

  async get(organizationId: number, id: number): Promise<SignatureWithSignersDto> {
    const signature = await this.find(organizationId, id);
    return toSignatureWithSigners(signature, await signersOf(this.dataSource.manager, signature));
  }

  async status(organizationId: number, id: number): Promise<SignatureStatusDto> {
    const row = await this.queries.status(organizationId, id);
    if (!row) throw signatureNotFound();
    return row;
  }

  async list(organizationId: number, { recipients, ...query }: ListSignaturesDto): Promise<SignatureListDto> {
    const filter = { organizationId, ...query, recipients: recipientKeys(recipients) };
    const { rows, total } = await this.listQueries.page(filter);
    return {
      items: rows.map(toSummary),
      data: rows.map(toEntry),
      total,
      skip: query.skip,
      limit: query.limit,
    };
  }

  async auditTrail(organizationId: number, id: number): Promise<AuditTrailDto> {
    await this.find(organizationId, id);
    const trail = await this.audit.trail(this.dataSource.manager, organizationId, id);
    return { items: trail.map(toAuditItem) };
  }

  /** @throws AppError 404 where there is none, it is another organization's, or it was cancelled */
  private async find(organizationId: number, id: number): Promise<Signature> {
    const signature = await this.dataSource.manager.findOneBy(Signature, {
      id,
      organizationId,
      deletedAt: IsNull(),
    });
    if (!signature) throw signatureNotFound();
    return signature;
  }
}

function recipientKeys(recipients: string | undefined): string[] | undefined {
  const keys = recipients
    ?.split(',')
    .map(emailKey)
    .filter((key) => key !== '');
  return keys === undefined || keys.length === 0 ? undefined : keys;
}
