import { type EntityManager } from 'typeorm';
import { type IdentityVerification } from '../../src/identity-verifications/identity-verification.entity.js';
import { PersonSteps } from '../../src/identity-verifications/person-steps.js';
import { SealedFindings } from '../../src/identity-verifications/sealed-findings.js';
import { VerificationQueries } from '../../src/identity-verifications/verification.queries.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { findingsOf, side } from './document-findings.js';
import { type SentRequest } from './signing-requests.js';
import { SigningVisitor } from './signing-visitor.js';

/** Identity checks of requests with one signer, including the human review. */
export class SignerChecks {
  constructor(
    private readonly test: SharedTestApp,
    private readonly owner: TestOrganization,
  ) {}

  of({ signerIds }: Pick<SentRequest, 'signerIds'>): Promise<{ id: number; state: string }[]> {
    return this.test.dataSource.query(
      'select id, state from identity_verifications where signer_id = $1 order by id',
      [signerIds[0]],
    );
  }

  /** Starts the check and opens its pages, as the person would. */
  async begin(anna: SigningVisitor): Promise<SigningVisitor> {
    const { location } = await anna.post('identity');
    expect(location).toMatch(/\/verify\/[0-9a-f]{64}$/);
    const session = new SigningVisitor(location!);
    await session.get();
    return session;
  }

  /** Records Anna Maria Eriksson's passport as read and asks for a human review. @returns the check's id */
  async askHuman(request: Pick<SentRequest, 'signerIds'>): Promise<number> {
    const { id } = (await this.of(request)).at(-1)!;
    await this.get(Transactions).run(async (tx) => {
      const locked = await this.get(VerificationQueries).lock(tx, this.owner.organizationId, id);
      await this.showPassport(tx, locked!.verification);
      await this.get(PersonSteps).requestReview(tx, locked!.verification);
    });
    return id;
  }

  review(verificationId: number, approve: boolean): Promise<unknown> {
    return this.get(ReviewsService).decide({ verificationId, approve, reason: 'looked at it' });
  }

  /** Stores findings of a clearly read passport, as if the person had photographed it. */
  private async showPassport(tx: EntityManager, { id, organizationId }: IdentityVerification): Promise<void> {
    const image = {
      side: 'front',
      attempt: 1,
      mimeType: 'image/jpeg',
      sizeBytes: 1,
      analysis: 'accepted',
    } as const;
    const inserted = await tx.insert(VerificationImage, {
      ...image,
      organizationId,
      verificationId: id,
      sha256: Buffer.alloc(32),
    });
    const imageId = (inserted.identifiers[0] as { id: number }).id;
    const findingsSealed = this.get(SealedFindings).sealImage(imageId, side(findingsOf()));
    await tx.update(VerificationImage, { id: imageId, organizationId }, { findingsSealed });
  }

  private get<Service>(type: new (...needs: never[]) => Service): Service {
    return this.test.app.get<Service>(type, { strict: false });
  }
}
