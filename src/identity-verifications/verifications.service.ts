import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import { type DocumentType } from './domain/document-type.js';
import { splitName } from './domain/person-name.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { type VerificationStatus } from './domain/verification.state.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { type VerificationEvent } from './verification-event.entity.js';
import { VerificationLinks } from './verification-links.service.js';
import { type StartedVerification, VerificationStarter } from './verification-starter.service.js';
import { verificationNotFound } from './verification.errors.js';
import { VerificationQueries } from './verification.queries.js';

/** The full form: the caller knows the person and the document, and sends the person to `sessionUrl` right away. */
export interface VerificationRequest {
  email: string;
  firstName: string;
  lastName: string;
  documentType: DocumentType;
  verificationMethod: VerificationMethod;
  redirectUrl?: string | null;
  metadata?: Record<string, unknown> | null;
  /** Null for the organization's. */
  locale?: string | null;
  /** How long the link works; null for the usual time. */
  expiresInMinutes?: number | null;
}

/** The short form: the person gets the link by mail and chooses the document in the flow. */
export interface ShortVerificationRequest {
  name: string;
  email: string;
  /** Null if the person returns nowhere. */
  callbackUrl: string | null;
  locale?: string | null;
  expiresInMinutes?: number | null;
}

export interface VerificationFilter {
  /** From 1. */
  page: number;
  limit: number;
  status?: VerificationStatus;
}

export interface VerificationDetails {
  verification: IdentityVerification;
  /** In chronological order. */
  events: VerificationEvent[];
  /** Null once the verification has ended. */
  sessionUrl: string | null;
}

/** An organization's verifications: starting, listing and reading them. */
@Injectable()
export class VerificationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly starter: VerificationStarter,
    private readonly queries: VerificationQueries,
    private readonly links: VerificationLinks,
  ) {}

  create(organizationId: number, request: VerificationRequest): Promise<StartedVerification> {
    const { email, firstName, lastName, documentType, verificationMethod } = request;
    return this.transactions.run((tx) =>
      this.starter.start(tx, {
        organizationId,
        email,
        firstName,
        lastName,
        fullName: splitName(`${firstName} ${lastName}`).fullName,
        documentType,
        verificationMethod,
        redirectUrl: request.redirectUrl ?? null,
        metadata: request.metadata ?? {},
        locale: request.locale ?? null,
        expiresInMinutes: request.expiresInMinutes,
      }),
    );
  }

  createShort(
    organizationId: number,
    { name, email, callbackUrl, locale = null, expiresInMinutes }: ShortVerificationRequest,
  ): Promise<StartedVerification> {
    return this.transactions.run((tx) =>
      this.starter.start(tx, {
        organizationId,
        email,
        ...splitName(name),
        documentType: null,
        verificationMethod: 'combined',
        shortForm: true,
        redirectUrl: callbackUrl,
        locale,
        expiresInMinutes,
      }),
    );
  }

  /** One page, newest first, with the total number of matches. */
  list(
    organizationId: number,
    { page, limit, status }: VerificationFilter,
  ): Promise<[verifications: IdentityVerification[], total: number]> {
    return this.dataSource.manager.findAndCount(IdentityVerification, {
      where: { organizationId, ...(status && { status }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
  }

  /** @throws AppError 404 if the organization has no verification with this id */
  async get(organizationId: number, id: number): Promise<VerificationDetails> {
    const verification = await this.queries.find(this.dataSource.manager, organizationId, id);
    if (!verification) throw verificationNotFound();
    const events = await this.queries.events(this.dataSource.manager, organizationId, id);
    return { verification, events, sessionUrl: this.links.sessionUrl(verification) };
  }
}
