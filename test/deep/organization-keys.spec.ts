import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSealFailure } from '../../src/completion/describe-seal-failure.js';
import { DoctorService } from '../../src/health/doctor.service.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { verifyDetached } from '../../src/pdf-signatures/verify-detached.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { CommandLine } from '../support/command-line.js';

const DIGEST = Buffer.alloc(32, 7);

describe('the keys of an organization', () => {
  let app: TestApp;
  let acme: TestOrganization;
  let keys: OrganizationKeys;

  beforeAll(async () => {
    app = await startTestApp();
    acme = await app.createOrganization({ name: 'Acme & Söhne' });
    keys = app.app.get(OrganizationKeys, { strict: false });
  });
  afterAll(() => app?.close());

  const of = (der: Buffer) => new X509Certificate(der);

  test('creates keys once, even for concurrent callers, and stores them encrypted', async () => {
    const { organizationId } = acme;
    const all = await Promise.all([1, 2, 3, 4].map(() => keys.sealingKey(organizationId)));
    expect(new Set(all.map(({ certificate }) => certificate.toString('hex'))).size).toBe(1);
    const rows = await app.dataSource.query<{ purpose: string; key: Buffer }[]>(
      'select purpose, private_key_sealed as key from organization_certificates where organization_id = $1 order by id',
      [organizationId],
    );
    expect(rows.map(({ purpose }) => purpose)).toEqual(['authority', 'seal']);
    // An unencrypted PKCS#8 key begins with a sequence and version 0.
    for (const { key } of rows) expect(key.includes(Buffer.from('020100', 'hex'))).toBe(false);
  });

  test('includes a seal certificate issued by the authority to the organization, which can sign', async () => {
    const key = await keys.sealingKey(acme.organizationId);
    const [certificate, authority] = [of(key.certificate), of(key.chain[0]!)];
    expect(certificate.subject).toContain('CN=Acme & Söhne document seal');
    expect(certificate.checkIssued(authority)).toBe(true);
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect([authority.ca, certificate.ca]).toEqual([true, false]);
    const verdict = verifyDetached(await signDetached(DIGEST, key), DIGEST);
    expect(verdict).toMatchObject({ digestMatches: true, signatureHolds: true });
    expect(verdict.certificate!.equals(key.certificate)).toBe(true);
    expect(verifyDetached(await signDetached(DIGEST, key), Buffer.alloc(32)).digestMatches).toBe(false);
  });

  test('creates other keys for another organization', async () => {
    const other = await app.createOrganization({ name: 'Other' });
    const [own, theirs] = [
      await keys.sealingKey(acme.organizationId),
      await keys.sealingKey(other.organizationId),
    ];
    expect(of(theirs.certificate).checkIssued(of(own.chain[0]!))).toBe(false);
  });

  test('uses the key of a PKCS#12 file; with a wrong passphrase the service does not start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-p12-'));
    const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    run(
      ...'req -x509 -newkey rsa:3072 -nodes -keyout key.pem -out cert.pem -days 9 -subj'.split(' '),
      '/CN=Our own seal',
    );
    run(...'pkcs12 -export -inkey key.pem -in cert.pem -out seal.p12 -passout pass:word'.split(' '));
    const file = join(folder, 'seal.p12');
    const given = await startTestApp({ sealP12: { file, passphrase: 'word' } });
    try {
      await expect(startTestApp({ sealP12: { file, passphrase: 'other' } })).rejects.toThrow(
        'SEAL_P12: the file cannot be opened',
      );
      const key = await given.app.get(OrganizationKeys, { strict: false }).sealingKey(1);
      expect(of(key.certificate).subject).toBe('CN=Our own seal');
      const verdict = verifyDetached(await signDetached(DIGEST, key), DIGEST);
      expect(verdict).toMatchObject({ digestMatches: true, signatureHolds: true });
      const { organizationId } = await given.createOrganization();
      const configured = given.app.get(OrganizationKeys, { strict: false });
      await expect(configured.rotate(organizationId, { authority: false })).rejects.toMatchObject({
        code: 'seal_configured',
      });
      const lifetime = await configured.rotate(organizationId, { authority: true });
      expect(lifetime).toMatchObject({ isConfigured: true, authorityNotAfter: expect.any(Date) });
      expect((await configured.sealingKey(organizationId)).certificate.equals(key.certificate)).toBe(true);

      const doctor = async () => {
        const { checks } = await given.app.get(DoctorService, { strict: false }).examine();
        return checks.find(({ name }) => name === 'seal key');
      };
      expect(await doctor()).toMatchObject({ ok: true });
      const good = readFileSync(file);
      writeFileSync(file, 'replaced by something else');
      expect(await doctor()).toMatchObject({ ok: false, code: 'seal_key_unfit' });
      run(...'pkcs12 -export -nokeys -in cert.pem -out keyless.p12 -passout pass:word'.split(' '));
      for (const [unfit, fault] of [
        [file, 'SEAL_P12: the file cannot be opened'],
        [join(folder, 'keyless.p12'), 'SEAL_P12: '],
      ] as const) {
        const command = new CommandLine(given, { SEAL_P12: unfit, SEAL_P12_PASSPHRASE: 'word' });
        const { stdout } = await command.run(['doctor']).then(
          () => ({ stdout: '' }),
          (error: unknown) => error as { stdout: string },
        );
        const { checks } = JSON.parse(stdout) as { checks: unknown[] };
        expect(checks).toContainEqual(
          expect.objectContaining({
            ...{ name: 'seal key', ok: false, code: 'seal_key_unfit' },
            message: expect.stringContaining(fault),
          }),
        );
      }
      await expect(configured.sealingKey(organizationId)).resolves.toMatchObject({ algorithm: 'rsa' });
      writeFileSync(file, good);
      await given.database.moveClock('10 days');
      expect(await doctor()).toMatchObject({ ok: false, message: expect.stringContaining('Our own seal') });
      const failure = await configured.sealingKey(organizationId).catch(describeSealFailure);
      expect(failure).toMatchObject({ cause: 'key', message: expect.stringContaining('Our own seal') });
    } finally {
      await given.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('replaces keys on demand, once each time, and leaves those of others', async () => {
    const { organizationId } = await app.createOrganization({ name: 'Rotating' });
    const before = await keys.sealingKey(organizationId);
    const others = await keys.sealingKey(acme.organizationId);
    const signedBefore = await signDetached(DIGEST, before);
    await keys.rotate(organizationId, { authority: false });
    const rotated = await keys.sealingKey(organizationId);
    expect(rotated.certificate.equals(before.certificate)).toBe(false);
    expect(rotated.chain[0]!.equals(before.chain[0]!)).toBe(true);
    const [one, two] = await Promise.all([1, 2].map(() => keys.rotate(organizationId, { authority: true })));
    const last = await keys.sealingKey(organizationId);
    expect(last.chain[0]!.equals(rotated.chain[0]!)).toBe(false);
    expect(of(last.certificate).checkIssued(of(last.chain[0]!))).toBe(true);
    for (const lifetime of [one!, two!])
      expect(lifetime).toMatchObject({ isConfigured: false, notAfter: expect.any(Date) });
    const inUse = await app.dataSource.query<{ purpose: string; issuer: string }[]>(
      `select purpose, issued_by_id as issuer from organization_certificates
       where organization_id = $1 and retired_at is null order by purpose`,
      [organizationId],
    );
    expect(inUse.map(({ purpose }) => purpose)).toEqual(['authority', 'seal']);
    expect(verifyDetached(signedBefore, DIGEST)).toMatchObject({ digestMatches: true, signatureHolds: true });
    expect(await keys.revocationList(organizationId, before.chain[0]!)).not.toBeNull();
    const same = await keys.sealingKey(acme.organizationId);
    expect(same.certificate.equals(others.certificate)).toBe(true);
    await expect(keys.rotate(999_999, { authority: false })).rejects.toMatchObject({ statusCode: 404 });
  });

  test('replaces keys sixty days before they expire; earlier signatures stay valid under the old authority', async () => {
    const before = await keys.sealingKey(acme.organizationId);
    await app.database.moveClock('700 days');
    const after = await keys.sealingKey(acme.organizationId);
    expect(after.certificate.equals(before.certificate)).toBe(false);
    expect(after.chain[0]!.equals(before.chain[0]!)).toBe(true);
    await app.database.moveClock('2800 days');
    const late = await keys.sealingKey(acme.organizationId);
    const end = (der: Buffer) => Date.parse(of(der).validTo);
    expect(late.chain[0]!.equals(before.chain[0]!)).toBe(true);
    expect(end(late.certificate)).toBe(end(before.chain[0]!));
    await app.database.moveClock('200 days');
    const last = await keys.sealingKey(acme.organizationId);
    expect(last.chain[0]!.equals(before.chain[0]!)).toBe(false);
    expect(end(last.certificate)).toBeLessThan(end(last.chain[0]!));
  });
});
