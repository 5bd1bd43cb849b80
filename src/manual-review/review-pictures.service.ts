import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.service.js';
import { PictureRenderer, type PictureView } from '../identity-documents/picture-renderer.service.js';
import {
  VerificationPictures,
  type StoredPicture,
} from '../identity-verifications/verification-pictures.service.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { holdsClaim } from './review-claim.queries.js';

/** A picture of a case, and how it is shown. */
export type CasePicture = Pick<StoredPicture, 'kind' | 'id'> & Omit<PictureView, 'watermark'>;

/** A reviewer who is signed in. */
export interface LookingReviewer {
  sessionId: number;
  organizationId: number;
  userId: number;
  email: string;
  /** The IP address. */
  address: string;
}

type Addressed = StoredPicture & CasePicture;

/** Ours have less than half of this. */
const MAX_TOKEN = 1_000;

/**
 * Pictures of cases, for the reviewer who holds the claim only. Their addresses cannot be guessed, and work in the session
 * for which they were made.
 */
@Injectable()
export class ReviewPictures {
  constructor(
    private readonly transactions: Transactions,
    private readonly verifications: VerificationQueries,
    private readonly pictures: VerificationPictures,
    private readonly renderer: PictureRenderer,
    private readonly secretBox: SecretBox,
    private readonly activity: ActivityLog,
  ) {}

  /** The token that names a picture in an address. */
  tokenFor(
    { sessionId, organizationId }: Pick<LookingReviewer, 'sessionId' | 'organizationId'>,
    verificationId: number,
    picture: CasePicture,
  ): string {
    const addressed: Addressed = { organizationId, verificationId, ...picture };
    const plain = Buffer.from(JSON.stringify(addressed));
    return this.secretBox.seal(plain, contextOf(sessionId)).toString('base64url');
  }

  /**
   * The picture as a JPEG with the reviewer's name all over it; null if the reviewer may not see it now, or if there is no
   * such picture.
   * @throws as `PictureRenderer.render` does
   */
  async show(token: string, reviewer: LookingReviewer, signal?: AbortSignal): Promise<Buffer | null> {
    const picture = this.addressedBy(token, reviewer);
    if (!picture) return null;
    const opened = await this.transactions.run(async (tx) => {
      const read = (await this.maySee(tx, picture, reviewer)) && (await this.pictures.open(tx, picture));
      if (!read) return null;
      const now = await databaseTime(tx);
      await this.recordLook(tx, picture, reviewer);
      return { read, now };
    });
    if (!opened) return null;
    const { turn, region, maxSide } = picture;
    const watermark = watermarkOf(reviewer, opened.now);
    const owner = { tenant: reviewer.organizationId, signal };
    return this.renderer.render(opened.read, { turn, region, maxSide, watermark }, owner);
  }

  private addressedBy(token: string, { sessionId, organizationId }: LookingReviewer): Addressed | null {
    const sealed = Buffer.from(token.slice(0, MAX_TOKEN), 'base64url');
    // Decoding leaves out what does not belong there, and an address names one picture in one way.
    if (sealed.toString('base64url') !== token) return null;
    try {
      const plain = this.secretBox.open(sealed, contextOf(sessionId));
      const addressed = JSON.parse(plain.toString()) as Addressed;
      // A session may have moved to another organization.
      return addressed.organizationId === organizationId ? addressed : null;
    } catch {
      return null;
    }
  }

  /** Before the picture is read: without a record nobody sees it. */
  private async recordLook(
    tx: EntityManager,
    { organizationId, verificationId, kind, id, region }: Addressed,
    { userId, address }: LookingReviewer,
  ): Promise<void> {
    const data = { verificationId, kind, isPart: region !== null };
    const subject = { kind: 'picture', id } as const;
    await this.activity.record(tx, { organizationId, userId, address, type: 'picture_seen', subject, data });
  }

  private async maySee(
    tx: EntityManager,
    { organizationId, verificationId }: Addressed,
    { userId }: LookingReviewer,
  ): Promise<boolean> {
    const verification = await this.verifications.find(tx, organizationId, verificationId);
    if (verification?.state !== 'reviewing') return false;
    return holdsClaim(tx, { organizationId, verificationId, userId });
  }
}

const contextOf = (sessionId: number) => `review-picture:${sessionId}`;

/** The id names the reviewer also where the font lacks the letters of the address. */
function watermarkOf({ email, userId }: LookingReviewer, now: Date): string {
  return `${email} · ${userId} · ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
