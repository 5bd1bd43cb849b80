import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { Transactions } from '../platform/database/transactions.js';
import { type DocumentReport } from './document-report.entity.js';
import { type DocumentType } from './domain/document-type.js';
import { splitName } from './domain/person-name.js';
import { type VerificationStatus } from './domain/verification.state.js';
import { type VerificationMethod } from './domain/verification-method.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { verificationNotFound } from './verification.errors.js';
import { VerificationQueries } from './verification.queries.js';
import { type VerificationAuditEvent } from './verification-audit-event.entity.js';
import { type VerificationEvent } from './verification-event.entity.js';
import { VerificationLinks } from './verification-links.js';
import { type StartedVerification, VerificationStarter } from './verification-starter.js';

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

/** What happened to a verification, in order. */
export interface VerificationHistory {
  events: VerificationEvent[];
  /** Everything beyond the contract's events. */
  trail: VerificationAuditEvent[];
  /** The ids of its photos and frames, which activity names. */
  pictureIds: number[];
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
    private readonly activity: ActivityLog,
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

  /** Starts a verification of the short form for a member, and records it. */
  createFor(by: Actor, request: ShortVerificationRequest): Promise<StartedVerification> {
    return this.activity.recordWith(
      () => this.createShort(by.organizationId, request, by.userId),
      ({ verification: { id } }) => {
        const subject = { kind: 'identity_verification', id } as const;
        return { ...by, type: 'verification_started', subject };
      },
    );
  }

  createShort(
    organizationId: number,
    { name, email, callbackUrl, locale = null, expiresInMinutes }: ShortVerificationRequest,
    begunByUserId: number | null = null,
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
        begunByUserId,
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

  async history(organizationId: number, id: number): Promise<VerificationHistory> {
    const { manager } = this.dataSource;
    return {
      events: await this.queries.events(manager, organizationId, id),
      trail: await this.queries.trail(manager, organizationId, id),
      pictureIds: await this.queries.pictureIds(manager, organizationId, id),
    };
  }

  /** Null if there is none yet. */
  report(organizationId: number, id: number): Promise<DocumentReport | null> {
    return this.queries.report(this.dataSource.manager, organizationId, id);
  }
}
