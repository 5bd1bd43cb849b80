import 'reflect-metadata';
import { AuthorityKeyIdentifierExtension, Extension, X509CrlGenerator } from '@peculiar/x509';
import { Integer } from 'asn1js';
import { type Authority, nameIn, webAlgorithm, webKeys } from '../certificates/authority.js';
import { OID } from '../cms/object-identifiers.js';

/** Validity of a list. */
const VALIDITY_MS = 7 * 86_400_000;

/**
 * Issues an authority's revocation list in DER (RFC 5280 §5). It is empty: certificates are never revoked here,
 * because their keys are discarded after one signature or never leave this service. Its number is the time in
 * milliseconds, which only increases.
 */
export async function issueRevocationList(authority: Authority, now: Date): Promise<Buffer> {
  const { publicKey, privateKey } = await webKeys(authority.privateKey);
  const number = Integer.fromBigInt(BigInt(now.getTime())).toBER();
  const list = await X509CrlGenerator.create({
    issuer: nameIn(authority),
    thisUpdate: now,
    nextUpdate: new Date(now.getTime() + VALIDITY_MS),
    signingKey: privateKey,
    signingAlgorithm: webAlgorithm(authority.privateKey),
    extensions: [
      await AuthorityKeyIdentifierExtension.create(publicKey),
      new Extension(OID.crlNumber, false, number),
    ],
  });
  return Buffer.from(list.rawData);
}
