import { issueAuthority, issueCertificate } from '../../src/pdf-signatures/certificates/authority.js';
import { localKey, newPrivateKey } from '../../src/pdf-signatures/certificates/key-pair.js';
import { type SealingKey } from '../../src/pdf-signatures/sealing-key.port.js';
import { type SealKeyType } from '../../src/platform/config/settings.js';

const VALIDITY = { notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01') };

/** A new key with a certificate from a new authority. */
export async function newSealingKey(type: SealKeyType): Promise<SealingKey> {
  const authorityKey = await newPrivateKey(type);
  const authority = await issueAuthority({ commonName: 'Test authority' }, authorityKey, VALIDITY);
  const privateKey = await newPrivateKey(type);
  const subject = { commonName: 'Acme document seal', organization: 'Acme' };
  const certificate = await issueCertificate(authority, subject, privateKey, VALIDITY);
  return localKey(privateKey, certificate, [authority.certificate]);
}
