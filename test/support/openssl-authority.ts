import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Integer, Sequence } from 'asn1js';

const run = promisify(execFile);

export interface AuthorityOptions {
  key?: 'rsa' | 'ec';
  /** The digest of the token's signature. */
  digest?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** The digest of the attribute that names the certificate: ESSCertID with SHA-1, otherwise ESSCertIDv2. */
  namedBy?: 'sha1' | 'sha256' | 'sha512';
  /** Whether its certificate names the address of its revocation list. */
  hasList?: boolean;
}

const KEYS = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
};

/** Keys, certificates, a revocation list and time stamps, all made by `openssl` in a separate folder. */
export class OpensslAuthority {
  private constructor(private readonly folder: string) {}

  /** @param origin where its revocation list can be found */
  static async create(
    origin: string,
    { key = 'ec', digest = 'sha256', namedBy = 'sha256', hasList = true }: AuthorityOptions,
  ): Promise<OpensslAuthority> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-tsa-'));
    const authority = new OpensslAuthority(folder);
    const list = hasList ? `crlDistributionPoints = URI:${origin}/ca.crl` : '';
    writeFileSync(join(folder, 'tsa.cnf'), configuration(digest, namedBy, list));
    for (const file of ['index.txt', 'index.txt.attr']) writeFileSync(join(folder, file), '');
    for (const file of ['serial', 'ts-serial', 'crlnumber']) writeFileSync(join(folder, file), '01\n');
    await authority.makeCertificates(key);
    return authority;
  }

  /** PEM of its root. */
  get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  /** DER. */
  get revocationList(): Buffer {
    return readFileSync(join(this.folder, 'ca.crl'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The token for content with an imprint made by this digest. */
  async tokenFor(content: Buffer, digest: 'sha1' | 'sha256' | 'sha384' | 'sha512'): Promise<Buffer> {
    return this.inFiles(async (name) => {
      writeFileSync(join(this.folder, `${name}.data`), content);
      const query = ['-data', `${name}.data`, `-${digest}`, '-cert', '-no_nonce', '-out', `${name}.tsq`];
      await this.openssl('ts', '-query', ...query);
      const settings = ['-config', 'tsa.cnf', '-section', 'usual', '-queryfile', `${name}.tsq`];
      await this.openssl('ts', '-reply', ...settings, '-token_out', '-out', `${name}.token`);
      return readFileSync(join(this.folder, `${name}.token`));
    });
  }

  /** Revokes its own certificate and issues a new revocation list. */
  async revoke(): Promise<void> {
    await this.openssl('ca', '-config', 'tsa.cnf', '-revoke', 'tsa.pem');
    await this.makeList();
  }

  /** The response of `openssl ts`, configured by this section. */
  async stamp(query: Buffer, section = 'usual'): Promise<Buffer> {
    return this.inFiles(async (name) => {
      writeFileSync(join(this.folder, `${name}.tsq`), query);
      const settings = ['-config', 'tsa.cnf', '-section', section];
      await this.openssl('ts', '-reply', ...settings, '-queryfile', `${name}.tsq`, '-out', `${name}.tsr`);
      return readFileSync(join(this.folder, `${name}.tsr`));
    });
  }

  /** The usual response signed again by `signer`, because `openssl ts` refuses certificates for other uses. */
  async stampBy(signer: string, query: Buffer): Promise<Buffer> {
    const usual = await this.stamp(query);
    return this.inFiles(async (name) => {
      const [response, token, info, signed] = ['tsr', 'token', 'info', 'signed'].map(
        (end) => `${name}.${end}`,
      );
      writeFileSync(join(this.folder, response!), usual);
      await this.openssl('ts', '-reply', '-in', response!, '-token_out', '-out', token!);
      const der = ['-inform', 'DER', '-binary'];
      await this.openssl('cms', '-verify', '-noverify', ...der, '-in', token!, '-out', info!);
      const by = ['-signer', `${signer}.pem`, '-inkey', 'tsa.key', '-cades', '-outform', 'DER'];
      const content = ['-nodetach', '-binary', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
      await this.openssl('cms', '-sign', ...content, ...by, '-in', info!, '-out', signed!);
      const status = Buffer.from(
        new Sequence({ value: [new Sequence({ value: [new Integer({ value: 0 })] })] }).toBER(),
      ).subarray(2);
      return sequence(Buffer.concat([status, readFileSync(join(this.folder, signed!))]));
    });
  }

  private async makeCertificates(key: 'rsa' | 'ec'): Promise<void> {
    for (const name of ['ca', 'tsa']) await this.openssl('genpkey', ...KEYS[key], '-out', `${name}.key`);
    const root = [
      '-x509',
      '-key',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '3650',
      '-subj',
      '/CN=Test time root',
    ];
    await this.openssl('req', '-config', 'tsa.cnf', '-extensions', 'root', ...root);
    await this.certify('tsa', 'stamping', '20200101000000Z', '20400101000000Z');
    await this.certify('other', 'other', '20200101000000Z', '20400101000000Z');
    await this.certify('ended', 'stamping', '20200101000000Z', '20210101000000Z');
    await this.makeList();
  }

  private async certify(name: string, extensions: string, from: string, until: string): Promise<void> {
    const subject = ['-subj', `/CN=Test time stamps ${name}`];
    await this.openssl('req', '-new', '-config', 'tsa.cnf', '-key', 'tsa.key', ...subject, '-out', 'tsa.csr');
    const settings = ['-config', 'tsa.cnf', '-extensions', extensions, '-batch', '-notext'];
    const validity = ['-startdate', from, '-enddate', until];
    await this.openssl('ca', ...settings, ...validity, '-in', 'tsa.csr', '-out', `${name}.pem`);
  }

  private async makeList(): Promise<void> {
    await this.openssl('ca', '-config', 'tsa.cnf', '-gencrl', '-out', 'crl.pem');
    await this.openssl('crl', '-in', 'crl.pem', '-outform', 'DER', '-out', 'ca.crl');
  }

  private async inFiles(work: (name: string) => Promise<Buffer>): Promise<Buffer> {
    return work(`query-${randomBytes(6).toString('hex')}`);
  }

  private async openssl(...args: string[]): Promise<void> {
    await run('openssl', args, { cwd: this.folder });
  }
}

function sequence(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x30, 0x82, content.length >> 8, content.length & 0xff]), content]);
}

const configuration = (digest: string, namedBy: string, list: string) => `
[ca]
default_ca = own
[own]
database = index.txt
serial = serial
crlnumber = crlnumber
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
default_crl_days = 3650
policy = any
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = any_name
[any_name]
commonName = Name
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[stamping]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
${list}
[other]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping, emailProtection
[usual]
serial = ts-serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = ca.pem
signer_digest = ${digest}
default_policy = 1.2.3.4.1
digests = sha1, sha256, sha384, sha512
ess_cert_id_chain = no
ess_cert_id_alg = ${namedBy}
accuracy = secs:1
[picky]
serial = ts-serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha512
ess_cert_id_alg = sha256
[ended]
serial = ts-serial
signer_cert = ended.pem
signer_key = tsa.key
certs = ca.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;
