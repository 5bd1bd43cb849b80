import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { isDuplicateFace } from '../identity-documents/faces.js';
import { compareNames, NAME_MATCH_FAIL } from '../identity-documents/name-match.js';
import { lockOrganizationNoKey } from '../organizations/organization.queries.js';
import { DocumentReport } from './document-report.entity.js';
import { type ExtractedData } from './domain/decision.js';
import { type DuplicateMatch } from './domain/decision-evidence.js';
import { KnownIdentity } from './known-identity.entity.js';
import { SealedFindings } from './sealed-findings.js';

/** The newest faces are compared; this many take about 0.1 s. */
const MAX_FACES = 5_000;

/** The traits a person is recognized by. */
export interface IdentityTraits {
  organizationId: number;
  verificationId: number;
  /** Data read with certainty; nulls are not compared. */
  extracted: ExtractedData;
  /** The selfie's face descriptor, or null if none was taken. */
  face: readonly number[] | null;
}

/** Finds documents and faces that the same organization has seen under another name. */
@Injectable()
export class DuplicateIdentities {
  constructor(private readonly sealed: SealedFindings) {}

  /**
   * Looks the person up and stores the traits until the verification's media are erased. An organization's decisions
   * take turns from here to the end of `tx`, since the later of two must find the earlier one's traits and report.
   */
  async recognize(tx: EntityManager, traits: IdentityTraits): Promise<DuplicateMatch> {
    await lockOrganizationNoKey(tx, traits.organizationId);
    const match = await this.lookUp(tx, traits);
    await this.remember(tx, traits);
    return match;
  }

  private async lookUp(tx: EntityManager, traits: IdentityTraits): Promise<DuplicateMatch> {
    if (await this.hasOtherName(tx, traits, await this.withDocument(tx, traits))) return 'document';
    return (await this.hasOtherName(tx, traits, await this.withFace(tx, traits))) ? 'face' : 'no';
  }

  private async remember(tx: EntityManager, traits: IdentityTraits): Promise<void> {
    const { organizationId, verificationId, face } = traits;
    const documentHash = this.hashesOf(traits)[0] ?? null;
    if (!documentHash && !face) return;
    const faceSealed = face && this.sealed.sealFace(verificationId, face);
    await tx.upsert(KnownIdentity, { organizationId, verificationId, documentHash, faceSealed }, [
      'verificationId',
    ]);
  }

  private hashesOf({
    organizationId,
    extracted: { issuingCountry, documentNumber },
  }: IdentityTraits): Buffer[] {
    return issuingCountry && documentNumber
      ? this.sealed.documentHashes(organizationId, issuingCountry, documentNumber)
      : [];
  }

  private async withDocument(tx: EntityManager, traits: IdentityTraits): Promise<number[]> {
    const hashes = this.hashesOf(traits);
    if (hashes.length === 0) return [];
    const { organizationId, verificationId } = traits;
    const where = { organizationId, verificationId: Not(verificationId), documentHash: In(hashes) };
    const seen = await tx.find(KnownIdentity, { where, order: { verificationId: 'DESC' }, take: 100 });
    return seen.map((person) => person.verificationId);
  }

  private async withFace(tx: EntityManager, traits: IdentityTraits): Promise<number[]> {
    const { organizationId, verificationId, face } = traits;
    if (!face) return [];
    const where = { organizationId, verificationId: Not(verificationId), faceSealed: Not(IsNull()) };
    const seen = await tx.find(KnownIdentity, { where, order: { verificationId: 'DESC' }, take: MAX_FACES });
    return seen
      .filter((person) =>
        isDuplicateFace(face, this.sealed.openFace(person.verificationId, person.faceSealed!)),
      )
      .map((person) => person.verificationId);
  }

  /** Another name: no spelling agrees. Without a name on either side, nothing is reported. */
  private async hasOtherName(
    tx: EntityManager,
    { organizationId, extracted: { firstName, lastName } }: IdentityTraits,
    verificationIds: number[],
  ): Promise<boolean> {
    if (verificationIds.length === 0 || !lastName) return false;
    const reports = await tx.findBy(DocumentReport, { organizationId, verificationId: In(verificationIds) });
    return reports.some(({ extractedData: earlier }) => {
      if (!earlier.lastName) return false;
      const document = {
        surname: earlier.lastName,
        givenNames: earlier.firstName ?? '',
        namesMayBeTruncated: false,
      };
      return compareNames({ firstName: firstName ?? '', lastName }, document) < NAME_MATCH_FAIL;
    });
  }
}
