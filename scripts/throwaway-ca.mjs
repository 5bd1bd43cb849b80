// A certificate authority for a single server. Its private key is never written to disk.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const LIFETIME_MS = 90 * DAY_MS;

x509.cryptoProvider.set(webcrypto);

/**
 * @param options - deviations from a good certificate: another name, another end of validity, or no authority
 * @returns the authority's certificate, and a server's key and certificate for localhost, 127.0.0.1 and ::1, in PEM.
 */
export async function createServerCertificate({ host = 'localhost', validTo, isSelfSigned = false } = {}) {
  const [caKeys, serverKeys] = await Promise.all([generateKeys(), generateKeys()]);
  const validity = { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + LIFETIME_MS) };
  const issuer = `CN=Countersign throwaway CA ${webcrypto.randomUUID()}`;
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: issuer,
    keys: caKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const subject = `CN=${host}`;
  const cert = await x509.X509CertificateGenerator.create({
    ...validity,
    ...(validTo && { notBefore: new Date(validTo.getTime() - LIFETIME_MS), notAfter: validTo }),
    subject,
    issuer: isSelfSigned ? subject : issuer,
    publicKey: serverKeys.publicKey,
    signingKey: isSelfSigned ? serverKeys.privateKey : caKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: host },
        ...(host === 'localhost' ? ['127.0.0.1', '::1'].map((value) => ({ type: 'ip', value })) : []),
      ]),
    ],
  });
  return { ca: ca.toString('pem'), cert: cert.toString('pem'), key: await exportKey(serverKeys.privateKey) };
}

function generateKeys() {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function exportKey(key) {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
