import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import { databaseTime } from '../platform/database/database-time.js';
import { DocumentReport } from './document-report.entity.js';
import { type ReportResult } from './domain/decision.js';
import { type DocumentPhoto } from './domain/document-photo.js';
import { type Journey } from './domain/session-step.policy.js';
import { IdentityVerification } from './identity-verification.entity.js';
import { LivenessChallenge } from './liveness-challenge.entity.js';
import { VerificationAuditEvent } from './verification-audit-event.entity.js';
import { VerificationEvent } from './verification-event.entity.js';
import { VerificationImage } from './verification-image.entity.js';

/**
 * The columns of verifications that other rooms can query: `from ${VERIFICATIONS} v`. PostgreSQL plans it like the
 * table.
 */
export const VERIFICATIONS = `(
  select id, organization_id, email, full_name, document_type, verification_method, state, review_due_at, review_round,
    review_four_eyes, begun_by_user_id, signature_id
  from identity_verifications)`;
export const REPORTS =
  '(select organization_id, verification_id, reasons, result, completed_at from document_reports)';

/** A verification with facts that depend on the database's clock. */
export interface TimedVerification {
  verification: IdentityVerification;
  /** The session's time is up; this matters only until the person's last step is received. */
  timeIsUp: boolean;
  /** It changed within the last five minutes. */
  isRecent: boolean;
}

const TIME_IS_UP = 'v.expires_at <= app_now()';
const RECENT = "v.updated_at > app_now() - interval '5 minutes'";

/** What the next step of a session depends on. */
export interface StoredJourney {
  verificationId: number;
  tokenHash: Buffer;
  journey: Journey;
  /** In the order received. */
  photos: DocumentPhoto[];
  /** In the current round. */
  judgedChallenges: number;
}

const JOURNEYS = `
  select v.id, v.token_hash as "tokenHash", v.state, v.consented_at as "consentedAt",
    v.document_type as "documentType", v.verification_method as "verificationMethod",
    v.asked_part as "askedPart", v.review_round as "reviewRound",
    coalesce((select json_agg(json_build_object('side', i.side, 'round', i.round, 'attempt', i.attempt, 'analysis', i.analysis,
        'retakeReason', i.retake_reason) order by i.id)
      from identity_verification_images i
      where i.organization_id = v.organization_id and i.verification_id = v.id), '[]') as photos,
    (select count(*)::int from identity_liveness_challenges c
      where c.organization_id = v.organization_id and c.verification_id = v.id
        and c.round = v.review_round and c.state <> 'open') as "judgedChallenges"
  from identity_verifications v where v.token_hash = any($1)`;

const REVIEWS_DUE = `
  select id, review_round as "reviewRound" from identity_verifications
  where organization_id = $1 and state = 'reviewing' and review_due_at <= app_now() + $2 * interval '1 minute'
  order by review_due_at, id limit 500 for update skip locked`;

const PICTURE_IDS = `
  select id from identity_verification_images where organization_id = $1 and verification_id = $2
  union
  select id from identity_liveness_frames where organization_id = $1 and verification_id = $2`;

type JourneyRow = Journey & { id: number } & Pick<StoredJourney, 'tokenHash' | 'photos' | 'judgedChallenges'>;

/** Reads verifications. The `lock…` methods hold the row until the transaction ends, so that moves cannot race. */
@Injectable()
export class VerificationQueries {
  async findByToken(tx: EntityManager, tokenHash: Buffer): Promise<TimedVerification | null> {
    return readOne(select(tx).where('v.token_hash = :tokenHash', { tokenHash }));
  }

  async lockByToken(tx: EntityManager, tokenHash: Buffer): Promise<TimedVerification | null> {
    return readOne(select(tx).where('v.token_hash = :tokenHash', { tokenHash }).setLock('pessimistic_write'));
  }

  async lock(tx: EntityManager, organizationId: number, id: number): Promise<TimedVerification | null> {
    const one = select(tx).where('v.organization_id = :organizationId and v.id = :id', {
      organizationId,
      id,
    });
    return readOne(one.setLock('pessimistic_write'));
  }

  async find(tx: EntityManager, organizationId: number, id: number): Promise<IdentityVerification | null> {
    return tx.findOneBy(IdentityVerification, { organizationId, id });
  }

  /** Verifications waiting for a reviewer's decision, most urgent first, each with its report's reasons. */
  async waitingForReview(
    manager: EntityManager,
    organizationId: number,
  ): Promise<{ verification: IdentityVerification; reasons: string[] }[]> {
    const waiting = await manager.find(IdentityVerification, {
      where: { organizationId, state: 'reviewing' },
      order: { reviewDueAt: 'ASC', id: 'ASC' },
    });
    const verificationId = In(waiting.map(({ id }) => id));
    const reports = await manager.findBy(DocumentReport, { organizationId, verificationId });
    const reasons = new Map(reports.map((report) => [report.verificationId, report.reasons]));
    return waiting.map((verification) => ({ verification, reasons: reasons.get(verification.id) ?? [] }));
  }

  /**
   * Locks verifications that are due for decision within this time, in minutes; at most 500, and none that another
   * transaction is changing.
   */
  async lockReviewsDueWithin(
    tx: EntityManager,
    organizationId: number,
    minutes: number,
  ): Promise<{ id: number; reviewRound: number }[]> {
    return tx.query(REVIEWS_DUE, [organizationId, minutes]);
  }

  /** The organization of a verification, for the command line; null if there is none. */
  async organizationOf(manager: EntityManager, id: number): Promise<number | null> {
    return (await manager.findOneBy(IdentityVerification, { id }))?.organizationId ?? null;
  }

  /** Any number of sessions in one query; unknown tokens are left out. */
  async journeys(manager: EntityManager, tokenHashes: readonly Buffer[]): Promise<StoredJourney[]> {
    const rows = await manager.query<JourneyRow[]>(JOURNEYS, [tokenHashes]);
    return rows.map(({ id, tokenHash, photos, judgedChallenges, ...journey }) => ({
      verificationId: id,
      tokenHash,
      journey,
      photos,
      judgedChallenges,
    }));
  }

  /** Today in UTC, YYYY-MM-DD, by the service's clock. */
  async today(tx: EntityManager): Promise<string> {
    return (await databaseTime(tx)).toISOString().slice(0, 10);
  }

  /** In chronological order. */
  async events(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<VerificationEvent[]> {
    return tx.find(VerificationEvent, { where: { organizationId, verificationId }, order: { id: 'ASC' } });
  }

  /** Everything beyond the contract's events, in order. */
  trail(
    manager: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<VerificationAuditEvent[]> {
    return manager.find(VerificationAuditEvent, {
      where: { organizationId, verificationId },
      order: { id: 'ASC' },
    });
  }

  /** The ids of all its photos and frames, erased ones included; a photo and a frame can have the same. */
  async pictureIds(
    manager: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(PICTURE_IDS, [organizationId, verificationId]);
    return rows.map(({ id }) => id);
  }

  /** Null until the verification is decided, while the person is being asked again, and if it expired. */
  async report(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<DocumentReport | null> {
    const isAsked = await tx.existsBy(IdentityVerification, {
      organizationId,
      id: verificationId,
      askedPart: Not(IsNull()),
    });
    return isAsked ? null : tx.findOneBy(DocumentReport, { organizationId, verificationId });
  }

  /** In the order received. */
  async images(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<VerificationImage[]> {
    return tx.find(VerificationImage, { where: { organizationId, verificationId }, order: { id: 'ASC' } });
  }

  /** In the order started. */
  async judgedChallenges(
    tx: EntityManager,
    organizationId: number,
    verificationId: number,
  ): Promise<LivenessChallenge[]> {
    const where = { organizationId, verificationId, state: Not('open' as const) };
    return tx.find(LivenessChallenge, { where, order: { id: 'ASC' } });
  }
}

/** Whether the verification was ever sent to reviewers. */
export function wasReviewRequested(
  manager: EntityManager,
  { organizationId, id: verificationId }: Pick<IdentityVerification, 'organizationId' | 'id'>,
): Promise<boolean> {
  return manager.existsBy(VerificationAuditEvent, {
    organizationId,
    verificationId,
    type: 'review_requested',
  });
}

/** The report, and the pictures behind it in the order received; null until the verification is decided. */
export async function findProof(
  manager: EntityManager,
  { organizationId, id: verificationId }: Pick<IdentityVerification, 'organizationId' | 'id'>,
): Promise<{ report: DocumentReport; images: VerificationImage[] } | null> {
  const report = await manager.findOneBy(DocumentReport, { organizationId, verificationId });
  if (!report) return null;
  const where = { organizationId, verificationId, analysis: 'accepted' as const };
  return { report, images: await manager.find(VerificationImage, { where, order: { id: 'ASC' } }) };
}

const SETTLE_REPORT = `
  update document_reports set result = $3, reasons = array_remove(reasons, $4::text) || $4::text, completed_at = app_now()
  where organization_id = $1 and verification_id = $2`;

/** Gives a report its final result. @param reason - added to its reasons: a code or the reviewer's own words */
export async function settleReport(
  tx: EntityManager,
  { organizationId, id }: Pick<IdentityVerification, 'organizationId' | 'id'>,
  result: ReportResult,
  reason: string,
): Promise<void> {
  await tx.query(SETTLE_REPORT, [organizationId, id, result, reason]);
}

function select(tx: EntityManager): SelectQueryBuilder<IdentityVerification> {
  return tx
    .createQueryBuilder()
    .select('v')
    .from(IdentityVerification, 'v')
    .addSelect(TIME_IS_UP, 'time_is_up')
    .addSelect(RECENT, 'is_recent');
}

async function readOne(query: SelectQueryBuilder<IdentityVerification>): Promise<TimedVerification | null> {
  const { entities, raw } = await query.getRawAndEntities<{ time_is_up: boolean; is_recent: boolean }>();
  const verification = entities[0];
  if (!verification) return null;
  return { verification, timeIsUp: raw[0]!.time_is_up, isRecent: raw[0]!.is_recent };
}
