import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { PictureRenderer, type PictureView } from '../identity-documents/picture-renderer.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';
import { type StoredPicture, VerificationPictures } from '../identity-verifications/verification-pictures.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';
import { holdsClaim } from './review-claim.queries.js';

/** A picture of a case, and its view. */
export type CasePicture = Pick<StoredPicture, 'kind' | 'id'> & Omit<PictureView, 'watermark'>;

/** A signed-in reviewer. */
export interface LookingReviewer {
  sessionId: number;
  organizationId: number;
  userId: number;
  email: string;
  /** The IP address. */
  address: string;
}

type Addressed = StoredPicture & CasePicture;

/** More than twice the length of our tokens. */
const MAX_TOKEN = 1_000;

/**
 * Shows pictures of cases only to the reviewer who holds the claim. Their addresses cannot be guessed, and work only
 * in the session they were made for.
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
   * The picture as a JPEG, watermarked all over with the reviewer's name; null if the reviewer may not see it now, or
   * there is no such picture.
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
    // Decoding ignores invalid characters, but each picture must have exactly one address.
    if (sealed.toString('base64url') !== token) return null;
    try {
      const plain = this.secretBox.open(sealed, contextOf(sessionId));
      const addressed = JSON.parse(plain.toString()) as Addressed;
      // The session may have moved to another organization.
      return addressed.organizationId === organizationId ? addressed : null;
    } catch {
      return null;
    }
  }

  /** Recorded before the picture is read: it is not shown without a record. */
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

/** The id identifies the reviewer even if the font lacks letters of the address. */
function watermarkOf({ email, userId }: LookingReviewer, now: Date): string {
  return `${email} · ${userId} · ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
