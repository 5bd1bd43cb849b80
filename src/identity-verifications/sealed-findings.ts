import { Injectable } from '@nestjs/common';
import { type FrameObservation } from '../identity-documents/faces.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { type SideEvidence } from './domain/decision-evidence.js';

/** Encrypts the engines' findings, which contain names, numbers and face descriptors. */
@Injectable()
export class SealedFindings {
  constructor(private readonly secretBox: SecretBox) {}

  sealImage(imageId: number, evidence: SideEvidence): Buffer {
    return this.seal(evidence, imageContext(imageId));
  }

  openImage(imageId: number, sealed: Buffer): SideEvidence {
    return this.open(sealed, imageContext(imageId));
  }

  sealFrame(challengeId: number, number: number, observation: FrameObservation): Buffer {
    return this.seal(observation, frameContext(challengeId, number));
  }

  openFrame(challengeId: number, number: number, sealed: Buffer): FrameObservation {
    return this.open(sealed, frameContext(challengeId, number));
  }

  sealFace(verificationId: number, descriptor: readonly number[]): Buffer {
    return this.seal(descriptor, faceContext(verificationId));
  }

  openFace(verificationId: number, sealed: Buffer): number[] {
    return this.open(sealed, faceContext(verificationId));
  }

  /** Keyed hashes of a document within one organization; store the first, which uses the current key. */
  documentHashes(organizationId: number, issuingCountry: string, documentNumber: string): Buffer[] {
    return this.secretBox.fingerprints(`${issuingCountry}:${documentNumber}`, `document:${organizationId}`);
  }

  private seal(value: unknown, context: string): Buffer {
    return this.secretBox.seal(Buffer.from(JSON.stringify(value)), context);
  }

  private open<Value>(sealed: Buffer, context: string): Value {
    return JSON.parse(this.secretBox.open(sealed, context).toString()) as Value;
  }
}

export const imageContext = (id: number) => `verification-image:${id}`;
export const frameContext = (challengeId: number, number: number) =>
  `liveness-frame:${challengeId}:${number}`;
export const faceContext = (verificationId: number) => `seen-face:${verificationId}`;
