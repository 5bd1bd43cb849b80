import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { pageBrandOf } from '../brands/brand.queries.js';
import { notFound } from '../common/errors.js';
import { type DocumentReport } from '../identity-verifications/document-report.entity.js';
import { type SessionStep, sessionStep } from '../identity-verifications/domain/session-step.policy.js';
import { type IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { PersonSteps } from '../identity-verifications/person-steps.js';
import { SessionOpening } from '../identity-verifications/session-opening.js';
import {
  type TimedVerification,
  VerificationQueries,
} from '../identity-verifications/verification.queries.js';
import { memberCancellation } from '../identity-verifications/verification-care.queries.js';
import { type VerificationImage } from '../identity-verifications/verification-image.entity.js';
import { hasReviewers } from '../organizations/account.queries.js';
import { organizationName } from '../organizations/organization.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { Transactions } from '../platform/database/transactions.js';
import { type BrowserLanguage } from '../platform/pages/language-choice.js';
import { type PageBrand } from '../platform/pages/page-brand.js';
import { spokenLocale } from '../platform/templates/locales.js';
import { progressOf } from './domain/progress.js';

/** A session with its row locked for the person's next action. */
export interface LockedSession {
  verification: IdentityVerification;
  images: VerificationImage[];
  step: SessionStep;
}

/** A session for display on a page. */
export interface Session extends LockedSession {
  token: string;
  organizationName: string;
  /** The look of the organization's pages. */
  brand: PageBrand;
  report: DocumentReport | null;
  /** Whether the organization has the reviewers who are promised where a human is to decide. */
  hasReviewers: boolean;
  /** It has expired because a member of the organization cancelled it. */
  isWithdrawn: boolean;
  /** It changed within the last five minutes. */
  isRecent: boolean;
}

/** The progress of a session, for a waiting page. */
export interface SessionProgress {
  verificationId: number;
  /** As named by `progressOf`. */
  progress: string;
}

/** Finds sessions by the token of their link. Keeps no state between requests. */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly queries: VerificationQueries,
    private readonly opening: SessionOpening,
    private readonly steps: PersonSteps,
  ) {}

  /**
   * For a page. A person's visit opens an unopened session and stores their language.
   * @param person - null if the visit may not be a person's
   * @throws AppError 404
   */
  async visit(token: string, person: BrowserLanguage | null): Promise<Session> {
    const found = await this.find(this.dataSource.manager, token);
    if (!person || !mustMove(found)) return this.complete(token, found);
    await this.act(token, (tx, { verification }) => this.keepLanguage(tx, verification, person));
    return this.complete(token, await this.find(this.dataSource.manager, token));
  }

  /** Makes mails use the language of the pages. */
  private async keepLanguage(
    tx: EntityManager,
    verification: IdentityVerification,
    person: BrowserLanguage,
  ): Promise<void> {
    if (verification.locale !== null) return;
    const { locale: organization } = await pageBrandOf(tx, verification.organizationId);
    const spoken = spokenLocale({ own: null, organization, ...person });
    if (spoken !== null && spoken !== organization) await this.steps.setLocale(tx, verification, spoken);
  }

  /** As named by `progressOf`. @throws AppError 404 */
  async progress(token: string): Promise<string> {
    const session = (await this.progressOfAll([token])).get(token);
    if (!session) throw notFound('Session');
    return session.progress;
  }

  /** By token, in one query for all; unknown tokens are left out. */
  async progressOfAll(tokens: readonly string[]): Promise<Map<string, SessionProgress>> {
    const tokenOf = new Map(tokens.map((token) => [sha256(token).toString('hex'), token]));
    const found = await this.queries.journeys(this.dataSource.manager, tokens.map(sha256));
    return new Map(
      found.map(({ verificationId, tokenHash, journey, photos, judgedChallenges }) => {
        const progress = progressOf(sessionStep(journey, photos, judgedChallenges));
        return [tokenOf.get(tokenHash.toString('hex'))!, { verificationId, progress }];
      }),
    );
  }

  /**
   * For an action: locks the row, ends an overdue session, opens an unopened one, and passes the result to `work`.
   * @throws AppError 404
   */
  async act<Result>(
    token: string,
    work: (tx: EntityManager, session: LockedSession) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(async (tx) => {
      const locked = await this.queries.lockByToken(tx, sha256(token));
      const verification = await this.opening.admit(tx, assertFound(locked, token));
      return work(tx, await this.read(tx, verification));
    });
  }

  /** Like `act`, for work that was admitted in time but whose inspection took until now. */
  async finish<Result>(
    token: string,
    work: (tx: EntityManager, session: LockedSession) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(async (tx) => {
      const { verification } = assertFound(await this.queries.lockByToken(tx, sha256(token)), token);
      return work(tx, await this.read(tx, verification));
    });
  }

  private async find(manager: EntityManager, token: string): Promise<TimedVerification> {
    return assertFound(await this.queries.findByToken(manager, sha256(token)), token);
  }

  private async read(manager: EntityManager, verification: IdentityVerification): Promise<LockedSession> {
    const { organizationId, id } = verification;
    const images = await this.queries.images(manager, organizationId, id);
    const challenges = await this.queries.judgedChallenges(manager, organizationId, id);
    const failed = challenges.filter(({ round }) => round === verification.reviewRound).length;
    return { verification, images, step: sessionStep(verification, images, failed) };
  }

  private async complete(token: string, { verification, isRecent }: TimedVerification): Promise<Session> {
    const { manager } = this.dataSource;
    const { organizationId, id: verificationId } = verification;
    const report = await this.queries.report(manager, organizationId, verificationId);
    return {
      ...(await this.read(manager, verification)),
      token,
      organizationName: await organizationName(manager, organizationId),
      brand: await pageBrandOf(manager, organizationId),
      report,
      hasReviewers: await hasReviewers(manager, organizationId),
      isWithdrawn:
        verification.state === 'expired' && (await memberCancellation(manager, verification)) !== null,
      isRecent,
    };
  }
}

function assertFound(found: TimedVerification | null, token: string): TimedVerification {
  if (!found || !timingSafeEqual(found.verification.tokenHash, sha256(token))) throw notFound('Session');
  return found;
}

/** Whether a person's visit changes the session: it is unopened or overdue. */
function mustMove({ verification: { state, submittedAt }, timeIsUp }: TimedVerification): boolean {
  return state === 'pending' || (state === 'in_progress' && submittedAt === null && timeIsUp);
}
