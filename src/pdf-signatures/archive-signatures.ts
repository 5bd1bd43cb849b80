import { PDF } from '@libpdf/core';
import { verifyDetached } from './verify-detached.js';
import { type ValidationMaterial } from './validation-material.js';
import { addField, UNSEEN } from './form-field.js';
import { readSignatures } from './read-signatures.js';
import { addToSecurityStore } from './security-store.js';
import { stampField } from './sign-field.js';

/** What archiving needs of the process that has keys and a network. */
export interface Archivist {
  /** @param certificates DER of all in the signatures and their time stamps @param time of the newest time stamp */
  collect(certificates: Buffer[], time: Date): Promise<ValidationMaterial>;
  /** A time stamp token in DER over content of this SHA-256. */
  stamp(contentSha256: Buffer): Promise<Buffer>;
}

/**
 * Adds what signatures are checked with when their makers are gone, and a document time stamp over everything, in one
 * update (ETSI EN 319 142-1 §6.3, levels LT and LTA). No page changes.
 * @param signed names of the fields whose signatures are kept checkable, in their order
 * @param stampName name of the field that the time stamp gets
 * @throws Error where the last of these signatures has no time stamp that holds
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
  if (!newest || newest.fault) throw new Error('The last signature holds no time stamp');
  const stamps = verdicts.flatMap(({ timeStamp }) => timeStamp ?? []);
  const certificates = [...verdicts, ...stamps].flatMap((each) => each.certificates);
  addToSecurityStore(pdf, await archivist.collect(certificates, newest.time!));
  const page = pdf.getPages().at(-1)!;
  addField(pdf, page, { kind: 'signature', name: stampName, label: 'Time stamp', box: UNSEEN });
  return stampField(pdf, stampName, (contentSha256) => archivist.stamp(contentSha256));
}
