import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import { isDuplicateFace } from '../identity-documents/faces.js';
import { compareNames, NAME_MATCH_FAIL } from '../identity-documents/name-match.js';
import { DocumentReport } from './document-report.entity.js';
import { type ExtractedData } from './domain/decision.js';
import { type SeenBefore } from './domain/decision-evidence.js';
import { SealedFindings } from './sealed-findings.service.js';
import { SeenPerson } from './seen-person.entity.js';

/** So many of the newest faces are compared: about a tenth of a second. */
const MAX_FACES = 5_000;

/** Who is being looked for. */
export interface Sighting {
  organizationId: number;
  verificationId: number;
  /** What was read without doubt; its nulls are not compared. */
  extracted: ExtractedData;
  /** The descriptor of the selfie, or null where none was taken. */
  face: readonly number[] | null;
}

/** Whether a document or a face came before in the same organization, under another name. */
@Injectable()
export class SeenPersons {
  constructor(private readonly sealed: SealedFindings) {}

  async lookUp(tx: EntityManager, sighting: Sighting): Promise<SeenBefore> {
    if (await this.hasOtherName(tx, sighting, await this.withDocument(tx, sighting))) return 'document';
    return (await this.hasOtherName(tx, sighting, await this.withFace(tx, sighting))) ? 'face' : 'no';
  }

  /** Remembers this one, until its media are erased. */
  async remember(tx: EntityManager, sighting: Sighting): Promise<void> {
    const { organizationId, verificationId, face } = sighting;
    const documentHash = this.hashesOf(sighting)[0] ?? null;
    if (!documentHash && !face) return;
    const faceSealed = face && this.sealed.sealFace(verificationId, face);
    await tx.upsert(SeenPerson, { organizationId, verificationId, documentHash, faceSealed }, [
      'verificationId',
    ]);
  }

  private hashesOf({ organizationId, extracted: { issuingCountry, documentNumber } }: Sighting): Buffer[] {
    return issuingCountry && documentNumber
      ? this.sealed.documentHashes(organizationId, issuingCountry, documentNumber)
      : [];
  }

  private async withDocument(tx: EntityManager, sighting: Sighting): Promise<number[]> {
    const hashes = this.hashesOf(sighting);
    if (hashes.length === 0) return [];
    const { organizationId, verificationId } = sighting;
    const where = { organizationId, verificationId: Not(verificationId), documentHash: In(hashes) };
    const seen = await tx.find(SeenPerson, { where, order: { verificationId: 'DESC' }, take: 100 });
    return seen.map((person) => person.verificationId);
  }

  private async withFace(tx: EntityManager, sighting: Sighting): Promise<number[]> {
    const { organizationId, verificationId, face } = sighting;
    if (!face) return [];
    const where = { organizationId, verificationId: Not(verificationId), faceSealed: Not(IsNull()) };
    const seen = await tx.find(SeenPerson, { where, order: { verificationId: 'DESC' }, take: MAX_FACES });
    return seen
      .filter((person) =>
        isDuplicateFace(face, this.sealed.openFace(person.verificationId, person.faceSealed!)),
      )
      .map((person) => person.verificationId);
  }

  /** Another name: none of the spellings agrees. Where a name was not read, nothing can be said. */
  private async hasOtherName(
    tx: EntityManager,
    { organizationId, extracted: { firstName, lastName } }: Sighting,
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
