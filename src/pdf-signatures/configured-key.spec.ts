import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyUsageFlags } from '@peculiar/x509';
import { authorities, issue, type Issued, RSA } from '../../test/support/issued-certificates.js';
import { chooseSealKey, UnfitKeyError } from './choose-seal-key.js';
import { openSealKey } from './configured-key.js';
import { signDetached } from './sign-detached.js';
import { signatureRoom } from './signature-room.js';
import { verifyDetached } from './verify-detached.js';

const NOW = new Date();
const DAY_MS = 86_400_000;

const certificatesOf = (...issued: Issued[]) => issued.map(({ certificate }) => certificate);
const subjectOf = (der: Buffer) => new X509Certificate(der).subject;

describe('the key of a PKCS#12 file', () => {
  it('chooses the key that can seal, with its own chain, whatever the order and other contents', async () => {
    const above = await authorities(2);
    const seal = await issue('Seal', { issuer: above[0]!, usages: KeyUsageFlags.nonRepudiation });
    const others = [
      await issue('Encryption', { usages: KeyUsageFlags.keyEncipherment }),
      await issue('Old seal', { from: -9, to: -2, usages: KeyUsageFlags.digitalSignature }),
      await issue('Next seal', { from: 2, to: 9 }),
    ];
    const unrelated = await issue('Unrelated', { isAuthority: true });
    const key = chooseSealKey(
      {
        keys: [seal, ...others].map((one) => one.key),
        certificates: certificatesOf(unrelated, above[1]!, ...others, seal, seal, above[0]!),
      },
      NOW,
    );
    expect(subjectOf(key.certificate)).toBe('CN=Seal');
    expect(key.chain.map(subjectOf)).toEqual(['CN=Authority 1', 'CN=Root']);
  });

  it('reserves room for a signature with a chain of any length', async () => {
    const above = await authorities(40);
    const seal = await issue('Seal', { issuer: above[0]! });
    const key = chooseSealKey({ keys: [seal.key], certificates: certificatesOf(...above, seal) }, NOW);
    expect(key.chain).toHaveLength(40);
    const message = await signDetached(Buffer.alloc(32), key);
    expect(message.length).toBeGreaterThan(12_288);
    expect(message.length).toBeLessThan(signatureRoom(key, false));
    expect(verifyDetached(message, Buffer.alloc(32))).toMatchObject({
      digestMatches: true,
      signatureHolds: true,
    });
  });

  it('refuses none or several keys that can seal, and names the certificates and the remedy', async () => {
    const [one, two] = [await issue('One'), await issue('Two')];
    const renewed = await issue('One renewed', { pair: one.pair });
    const fault = (keys: Issued[], ...certificates: Issued[]) => {
      try {
        return chooseSealKey(
          { keys: keys.map(({ key }) => key), certificates: certificatesOf(...certificates) },
          NOW,
        );
      } catch (error) {
        if (!(error instanceof UnfitKeyError)) throw error;
        return error.message;
      }
    };
    const day = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    const named = ({ name, certificate }: Issued, from = -1, to = 1) =>
      `CN=${name}, serial ${certificate.serialNumber}, valid from ${day(from)} to ${day(to)}`;
    expect(fault([one, two], one, two)).toContain(
      `more than one key can seal (${named(one)}: can seal; ${named(two)}: can seal); the file must hold one key`,
    );
    expect(fault([one], one, renewed)).toContain(`${named(renewed)}: can seal`);
    expect(fault([one], two)).toContain(
      `no certificate belongs to a key (keys: 1) (${named(two)}: without its key)`,
    );
    expect(fault([], one)).toContain('keys: 0');
    expect(fault([one])).toContain('(no certificate)');
    const [old, next, encryption] = [
      await issue('Old', { from: -9, to: -2 }),
      await issue('Next', { from: 2, to: 9 }),
      await issue('Encryption', { usages: KeyUsageFlags.keyEncipherment }),
    ];
    const short = await issue('Short', { algorithm: { ...RSA, modulusLength: 1024 } });
    expect(fault([short], short)).toContain(
      `${named(short)}: its RSA key has 1024 bits, and signatures need 2048`,
    );
    expect(fault([short, one], short, one)).toMatchObject({ certificate: one.certificate.raw });
    const none = fault([old, next, encryption], old, next, encryption);
    expect(none).toContain(`${named(old, -9, -2)}: expired; ${named(next, 2, 9)}: not yet valid`);
    expect(none).toContain(`${named(encryption)}: not for signatures`);
  });

  describe('in a file made by OpenSSL', () => {
    let folder: string;
    let rsa: Issued;
    let ec: Issued;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'countersign-p12-'));
      const [above] = await authorities(1);
      rsa = await issue('RSA seal', { algorithm: RSA, issuer: above! });
      ec = await issue('EC seal', { issuer: above! });
      writeFileSync(join(folder, 'above.pem'), above!.certificate.toString());
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const write = ({ key, certificate }: Issued, ...options: string[]) => {
      writeFileSync(join(folder, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
      writeFileSync(join(folder, 'own.pem'), certificate.toString());
      const files = '-inkey key.pem -in own.pem -certfile above.pem -out seal.p12 -passout pass:wörd'.split(
        ' ',
      );
      execFileSync('openssl', ['pkcs12', '-export', ...files, ...options], { cwd: folder, stdio: 'pipe' });
      return join(folder, 'seal.p12');
    };

    it.each([
      ['AES', []],
      ['RC2 and 3DES', ['-legacy']],
      ['3DES for both', ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES']],
      ['nothing encrypted', ['-certpbe', 'NONE', '-keypbe', 'NONE']],
    ])('opens and tests a key: %s', async (_cipher, options) => {
      for (const [issued, algorithm] of [
        [rsa, 'rsa'],
        [ec, 'ecdsa'],
      ] as const) {
        const key = await openSealKey({ file: write(issued, ...options), passphrase: 'wörd' }, NOW);
        expect(key.algorithm).toBe(algorithm);
        expect([key.certificate, ...key.chain].map(subjectOf)).toEqual([`CN=${issued.name}`, 'CN=Root']);
      }
    });

    it('refuses a wrong passphrase, and a file of another kind', async () => {
      const file = write(ec);
      await expect(openSealKey({ file, passphrase: 'word' }, NOW)).rejects.toThrow(
        'SEAL_P12_PASSPHRASE is wrong',
      );
      writeFileSync(file, 'not a file of keys');
      await expect(openSealKey({ file, passphrase: 'wörd' }, NOW)).rejects.toThrow('not a PKCS#12 file');
      await expect(openSealKey({ file: `${file}.gone`, passphrase: '' }, NOW)).rejects.toThrow(
        'cannot be read (ENOENT)',
      );
    });
  });
});
