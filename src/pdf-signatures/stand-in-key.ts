import { issueAuthority, issueCertificate } from './certificates/authority.js';
import { localKey, newPrivateKey } from './certificates/key-pair.js';
import { type SealingKey } from './sealing-key.port.js';

const DAY_MS = 86_400_000;

let made: Promise<SealingKey> | undefined;

/** A key for trials whose result is discarded. It exists only in this process, and its certificate names nobody. */
export function standInKey(): Promise<SealingKey> {
  return (made ??= makeKey());
}

async function makeKey(): Promise<SealingKey> {
  const now = Date.now();
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAY_MS) };
  const above = await newPrivateKey('p256');
  const authority = await issueAuthority({ commonName: 'Trial authority' }, above, validity);
  const privateKey = await newPrivateKey('p256');
  const certificate = await issueCertificate(authority, { commonName: 'Trial' }, privateKey, validity);
  return localKey(privateKey, certificate, [authority.certificate]);
}
