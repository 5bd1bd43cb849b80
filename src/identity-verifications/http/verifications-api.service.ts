import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { EntityManager } from 'typeorm';
import { type Principal } from '../../auth/principal.js';
import { notFound } from '../../common/errors.js';
import { Transactions } from '../../platform/database/transactions.js';
import { splitName } from '../domain/person-name.js';
import { IdentityVerification } from '../identity-verification.entity.js';
import {
  toCreatedVerification,
  toShortVerification,
  toVerification,
  toVerificationSummary,
} from '../identity-verification.mapper.js';
import { MediaErasure } from '../media-erasure.service.js';
import { VerificationLinks } from '../verification-links.service.js';
import { VerificationQueries } from '../verification.queries.js';
import { VerificationsService } from '../verifications.service.js';
import {
  type CreateShortVerificationDto,
  type CreateVerificationDto,
} from './dto/create-verification.dto.js';
import {
  type CreatedVerificationDto,
  type ErasedMediaDto,
  type ShortVerificationDto,
  type VerificationDto,
  type VerificationListDto,
} from './dto/identity-verification.dto.js';
import { type ListVerificationsDto } from './dto/list-verifications.dto.js';

/** What the REST interface does with verifications, in the scope of the caller's organization. */
@Injectable()
export class VerificationsApi {
  constructor(
    private readonly transactions: Transactions,
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly verifications: VerificationsService,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
    private readonly erasure: MediaErasure,
  ) {}

  async create({ organizationId }: Principal, form: CreateVerificationDto): Promise<CreatedVerificationDto> {
    const { email, firstName, lastName, documentType, verificationMethod } = form;
    const { verification, token } = await this.transactions.run((tx) =>
      this.verifications.create(tx, {
        organizationId,
        email,
        firstName,
        lastName,
        fullName: splitName(`${firstName} ${lastName}`).fullName,
        documentType,
        verificationMethod,
        redirectUrl: form.redirectUrl ?? null,
        metadata: form.metadata ?? {},
      }),
    );
    return toCreatedVerification(verification, this.links.address(token));
  }

  async createShort(
    { organizationId }: Principal,
    { name, email, callbackUrl }: CreateShortVerificationDto,
  ): Promise<ShortVerificationDto> {
    const { verification, token } = await this.transactions.run((tx) =>
      this.verifications.create(tx, {
        organizationId,
        email,
        ...splitName(name),
        documentType: null,
        verificationMethod: 'combined',
        shortForm: true,
        redirectUrl: callbackUrl,
      }),
    );
    return toShortVerification(verification, token);
  }

  /** A page of the organization's verifications, newest first. */
  async list({ organizationId }: Principal, query: ListVerificationsDto): Promise<VerificationListDto> {
    const { page, limit, status } = query;
    const [found, total] = await this.manager.findAndCount(IdentityVerification, {
      where: { organizationId, ...(status && { status }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
    return { items: found.map(toVerificationSummary), total, page, limit };
  }

  /** @throws AppError 404 where the organization has none of this id */
  async get({ organizationId }: Principal, id: number): Promise<VerificationDto> {
    const verification = await this.queries.find(this.manager, organizationId, id);
    if (!verification) throw notFound('Identity verification');
    const events = await this.queries.events(this.manager, organizationId, id);
    return toVerification(verification, events, this.links.sessionUrl(verification));
  }

  /** @throws AppError 404; `verification_open` where it has not come to its end */
  async eraseMedia({ organizationId }: Principal, id: number): Promise<ErasedMediaDto> {
    const { mediaErasedAt } = await this.erasure.erase(organizationId, id);
    return { id, mediaErasedAt: mediaErasedAt!.toISOString() };
  }
}
