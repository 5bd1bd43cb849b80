import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

x509.cryptoProvider.set(webcrypto as never);

/** What a TLS server needs, in PEM. */
export interface ServerCertificate {
  key: string;
  cert: string;
}

/** An authority that issues whatever certificate a test needs. */
export class IssuingAuthority {
  private constructor(
    private readonly keys: webcrypto.CryptoKeyPair,
    private readonly root: x509.X509Certificate,
  ) {}

  static async create(): Promise<IssuingAuthority> {
    const keys = await generateKeys();
    const root = await x509.X509CertificateGenerator.createSelfSigned({
      ...validity(-1, 90),
      name: `CN=Faults CA ${webcrypto.randomUUID()}`,
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      ],
    });
    return new IssuingAuthority(keys, root);
  }

  /** In PEM. */
  get certificate(): string {
    return this.root.toString('pem');
  }

  /** @param names of the DNS @param days from and until which it is valid, counted from today */
  async issue(
    names: string[],
    {
      days: [from, until] = [-1, 30],
      selfSigned = false,
    }: { days?: [number, number]; selfSigned?: boolean } = {},
  ): Promise<ServerCertificate> {
    const keys = await generateKeys();
    const subject = `CN=${names[0]}`;
    const cert = await x509.X509CertificateGenerator.create({
      ...validity(from, until),
      subject,
      issuer: selfSigned ? subject : this.root.subject,
      publicKey: keys.publicKey,
      signingKey: (selfSigned ? keys : this.keys).privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
      ],
    });
    const key = x509.PemConverter.encode(
      await webcrypto.subtle.exportKey('pkcs8', keys.privateKey),
      'PRIVATE KEY',
    );
    return { key, cert: cert.toString('pem') };
  }
}

const validity = (from: number, until: number) => ({
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + until * DAY_MS),
});

const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
