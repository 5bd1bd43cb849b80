import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DocumentReport } from '../identity-verifications/document-report.entity.js';
import { type DocumentSide } from '../identity-verifications/domain/document-sides.js';
import { IdentityVerification } from '../identity-verifications/identity-verification.entity.js';
import { VerificationQueries, wasReviewRequested } from '../identity-verifications/verification.queries.js';
import { VerificationPictures } from '../identity-verifications/verification-pictures.js';
import {
  type FieldReading,
  readBarcodeText,
  readFields,
  readZone,
  type ZoneReading,
} from './domain/field-readings.js';
import { findNotes, type ReviewNote } from './review-note.queries.js';
import { findVotes, type ReviewVote } from './review-vote.queries.js';

/** The number of evenly spaced frames shown of a challenge. */
const STRIP = 6;

/** A photo of the document, with the rotation that makes it upright. */
export interface CasePhoto {
  id: number;
  side: DocumentSide;
  turn: 0 | 90 | 180 | 270;
}

/** Everything a reviewer needs to decide. */
export interface ReviewCase {
  verification: IdentityVerification;
  report: DocumentReport;
  photos: CasePhoto[];
  /** The id of the best frame with the face; null if there is none. */
  face: number | null;
  /** The ids of a few frames of the last challenge. */
  strip: number[];
  zone: ZoneReading | null;
  /** What an incomplete or foreign barcode says; null if there is none. */
  barcodeText: string | null;
  fields: FieldReading[];
}

/** A case whose review is over. */
export interface DecidedReviewCase {
  verification: IdentityVerification;
  report: DocumentReport;
  votes: ReviewVote[];
  notes: ReviewNote[];
}

/** Assembles verifications for reviewers. */
@Injectable()
export class ReviewCases {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationQueries,
    private readonly pictures: VerificationPictures,
  ) {}

  /** Null unless a decision is pending. */
  async findWaiting(organizationId: number, verificationId: number): Promise<ReviewCase | null> {
    const { manager } = this.dataSource;
    const found = await this.find(manager, organizationId, verificationId);
    if (found?.verification.state !== 'reviewing') return null;
    const { document, face, film } = await this.pictures.gather(manager, found.verification);
    const sides = document.map(({ side, evidence: { findings } }) => ({ side, findings }));
    const front = sides.find(({ side }) => side === 'front')?.findings ?? null;
    return {
      ...found,
      photos: document.map(({ id, side, evidence }) => ({
        id,
        side,
        turn: evidence.findings?.rotation ?? 0,
      })),
      face,
      strip: evenly(film, STRIP),
      zone: readZone(sides),
      barcodeText: readBarcodeText(sides.map(({ findings }) => findings)),
      fields: readFields(
        sides.map(({ findings }) => findings),
        front,
        found.report.extractedData,
        await this.verifications.today(manager),
      ),
    };
  }

  /** Null unless the case was reviewed and has ended. */
  async findDecided(
    organizationId: number,
    verificationId: number,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<DecidedReviewCase | null> {
    const found = await this.find(manager, organizationId, verificationId);
    const hasEnded = found?.verification.state === 'completed' || found?.verification.state === 'failed';
    if (!found || !hasEnded) return null;
    if (!(await wasReviewRequested(manager, found.verification))) return null;
    const of = { organizationId, verificationId };
    return { ...found, votes: await findVotes(manager, of), notes: await findNotes(manager, of) };
  }

  private async find(
    manager: EntityManager,
    organizationId: number,
    id: number,
  ): Promise<{ verification: IdentityVerification; report: DocumentReport } | null> {
    const verification = await this.verifications.find(manager, organizationId, id);
    const report = verification && (await this.verifications.report(manager, organizationId, id));
    return report ? { verification, report } : null;
  }
}

/** The first, the last and evenly spaced items in between. */
function evenly<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)]!);
}
