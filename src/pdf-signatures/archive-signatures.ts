import { PDF } from '@libpdf/core';
import { addField, UNSEEN } from './form-field.js';
import { readSignatures } from './read-signatures.js';
import { addToSecurityStore } from './security-store.js';
import { stampField } from './sign-field.js';
import { type ValidationMaterial } from './validation-material.js';
import { verifyDetached } from './verify-detached.js';
import { isSound } from './verify-time-stamp.js';

/** What archiving needs from a process with keys and a network connection. */
export interface Archivist {
  /**
   * Collects the material for validating the signatures.
   * @param certificates DER of all certificates in the signatures and their time stamps
   * @param time of the newest time stamp
   */
  collect(certificates: Buffer[], time: Date): Promise<ValidationMaterial>;
  /** A time stamp token (DER) for content with this SHA-256. */
  stamp(contentSha256: Buffer): Promise<Buffer>;
}

/**
 * Adds validation material for signatures and a document time stamp over everything, in one incremental update
 * (ETSI EN 319 142-1 §6.3, levels LT and LTA). No page changes.
 * @param signed names of the fields whose signatures must remain verifiable, oldest first
 * @param stampName name of the new field for the time stamp
 * @throws Error if the last of these signatures has no valid time stamp
 */
export async function archiveSignatures(
  bytes: Buffer,
  signed: readonly string[],
  stampName: string,
  archivist: Archivist,
): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const verdicts = readSignatures(pdf, bytes)
    .filter(({ isWhole, fieldName }) => isWhole && signed.includes(fieldName))
    .map(({ contents, contentSha256 }) => verifyDetached(contents, contentSha256));
  const newest = verdicts.at(-1)?.timeStamp;
  if (!newest || !isSound(newest)) throw new Error('The last signature has no valid time stamp');
  const stamps = verdicts.flatMap(({ timeStamp }) => timeStamp ?? []);
  const certificates = [...verdicts, ...stamps].flatMap((each) => each.certificates);
  const material = await archivist.collect(certificates, newest.time!);
  return addArchive(pdf, stampName, material, (contentSha256) => archivist.stamp(contentSha256));
}

/** Adds the material and the time stamp to an open document. @returns the whole file */
export function addArchive(
  pdf: PDF,
  stampName: string,
  material: ValidationMaterial,
  stamp: Archivist['stamp'],
): Promise<Uint8Array> {
  addToSecurityStore(pdf, material);
  const page = pdf.getPages().at(-1)!;
  addField(pdf, page, { kind: 'signature', name: stampName, label: 'Time stamp', box: UNSEEN });
  return stampField(pdf, stampName, stamp);
}
