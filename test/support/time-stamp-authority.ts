import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Integer, Sequence } from 'asn1js';

const run = promisify(execFile);

/** How the authority responds to a query. */
export type Behaviour =
  | 'good'
  /** Accepts the query and never responds. */
  | 'hangs'
  | 'fails'
  | 'redirects'
  | 'answers HTML'
  | 'answers junk'
  | 'answers 10 MB'
  | 'rejects'
  | 'stamps another imprint'
  | 'stamps another nonce'
  | 'breaks its signature'
  | 'signs with a certificate for other use'
  | 'signs with a certificate that has ended';

export interface AuthorityOptions {
  key?: 'rsa' | 'ec';
  /** Digest of the token's signature. */
  digest?: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** Digest of the attribute that names the certificate: ESSCertID with SHA-1, otherwise ESSCertIDv2. */
  namedBy?: 'sha1' | 'sha256' | 'sha512';
  /** Whether its certificate names the address of its revocation list. */
  hasList?: boolean;
}

const REPLY = { 'content-type': 'application/timestamp-reply' };
const KEYS = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
};

/** An RFC 3161 authority on 127.0.0.1: `openssl ts -reply` behind HTTP, with its own root and certificates. */
export class TimeStampAuthority {
  behaviour: Behaviour = 'good';
  /** Number of queries so far. */
  asked = 0;
  /** Behaviours for the next queries, in order. */
  readonly next: Behaviour[] = [];
  private readonly arrivals = new EventEmitter();

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.respond(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async start({
    key = 'ec',
    digest = 'sha256',
    namedBy = 'sha256',
    hasList = true,
  }: AuthorityOptions = {}): Promise<TimeStampAuthority> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-tsa-'));
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const authority = new TimeStampAuthority(server, folder);
    const list = hasList ? `crlDistributionPoints = URI:${authority.origin}/ca.crl` : '';
    writeFileSync(join(folder, 'tsa.cnf'), configuration(digest, namedBy, list));
    for (const file of ['index.txt', 'index.txt.attr']) writeFileSync(join(folder, file), '');
    for (const file of ['serial', 'ts-serial', 'crlnumber']) writeFileSync(join(folder, file), '01\n');
    await authority.makeCertificates(key);
    return authority;
  }

  get url(): string {
    return `${this.origin}/tsa`;
  }

  /** The value for TSA_CA_FILE. */
  get caFile(): string {
    return join(this.folder, 'ca.pem');
  }

  /** The token for content whose imprint is made by this digest. */
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

  /** Waits until there have been `count` queries. */
  async waitFor(count: number): Promise<void> {
    while (this.asked < count) await once(this.arrivals, 'query');
  }

  /** Closes every connection, including those left waiting. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  /** Revokes its own certificate and issues a new revocation list. */
  async revoke(): Promise<void> {
    await this.openssl('ca', '-config', 'tsa.cnf', '-revoke', 'tsa.pem');
    await this.makeList();
  }

  async stop(): Promise<void> {
    if (this.server.listening) {
      const closed = once(this.server, 'close');
      this.server.close();
      this.hangUp();
      await closed;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = await buffer(request);
    if (request.url === '/ca.crl') return void response.end(readFileSync(join(this.folder, 'ca.crl')));
    this.asked++;
    this.arrivals.emit('query');
    await this.behave(this.next.shift() ?? this.behaviour, query, response);
  }

  private async behave(behaviour: Behaviour, query: Buffer, response: ServerResponse): Promise<void> {
    const reply = (body: Buffer) => void response.writeHead(200, REPLY).end(body);
    switch (behaviour) {
      case 'hangs':
        return;
      case 'fails':
        return void response.writeHead(500, REPLY).end('out of order');
      case 'redirects':
        return void response.writeHead(307, { location: this.url }).end();
      case 'answers HTML':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
      case 'answers junk':
        return reply(randomBytes(2_000));
      case 'answers 10 MB':
        return reply(Buffer.alloc(10 * 1024 * 1024, 0x30));
      case 'rejects':
        return reply(await this.stamp(query, 'picky'));
      case 'stamps another imprint':
        return reply(await this.stamp(flipped(query, query.indexOf(SHA256_HEAD) + SHA256_HEAD.length)));
      case 'stamps another nonce':
        // The nonce ends before the last member, which asks for certificates: 01 01 FF.
        return reply(await this.stamp(flipped(query, query.length - 4)));
      case 'breaks its signature': {
        const stamped = await this.stamp(query);
        return reply(flipped(stamped, stamped.length - 1));
      }
      case 'signs with a certificate for other use':
        return reply(await this.stampBy('other', query));
      case 'signs with a certificate that has ended':
        return reply(await this.stamp(query, 'ended'));
      case 'good':
        return reply(await this.stamp(query));
    }
  }

  /** The response of `openssl ts`, configured by this section. */
  private async stamp(query: Buffer, section = 'usual'): Promise<Buffer> {
    return this.inFiles(async (name) => {
      writeFileSync(join(this.folder, `${name}.tsq`), query);
      const settings = ['-config', 'tsa.cnf', '-section', section];
      await this.openssl('ts', '-reply', ...settings, '-queryfile', `${name}.tsq`, '-out', `${name}.tsr`);
      return readFileSync(join(this.folder, `${name}.tsr`));
    });
  }

  /** The usual response signed again by `signer`, because `openssl ts` refuses certificates for other uses. */
  private async stampBy(signer: string, query: Buffer): Promise<Buffer> {
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

/** DER tag and length (32 bytes) that precede the digest in a query. */
const SHA256_HEAD = Buffer.from('0420', 'hex');

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = changed[at]! ^ 1;
  return changed;
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
