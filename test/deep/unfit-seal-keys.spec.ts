import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyUsageFlags } from '@peculiar/x509';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FirstStarts, SERVER } from '../support/first-starts.js';
import { freePort } from '../support/free-port.js';
import { authorities, issue, type Issued } from '../support/issued-certificates.js';
import { P12_PASSPHRASE, p12Of } from '../support/p12-file.js';

describe('a start with a SEAL_P12 that cannot seal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-unfit-'));
  let database: TestDatabase;
  let starts: FirstStarts;
  let above: Issued[];

  beforeAll(async () => {
    database = await createTestDatabase();
    above = await authorities(1);
  });
  beforeEach(() => {
    starts = new FirstStarts();
  });
  afterEach(() => starts.remove());
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the process says when it ends. */
  async function refusalOf(file: string, passphrase = P12_PASSPHRASE): Promise<string> {
    const started = starts.start(SERVER, {
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      SEAL_P12: file,
      SEAL_P12_PASSPHRASE: passphrase,
    });
    expect(await started.status).toBe(1);
    return `${started.output()}${await started.errors}`;
  }

  it.each([
    ['has expired', { from: -9, to: -2 }, 'expired'],
    ['is not valid yet', { from: 2, to: 9 }, 'not yet valid'],
    ['is only for encryption', { usages: KeyUsageFlags.keyEncipherment }, 'not for signatures'],
  ])('ends with the certificate’s name if it %s', async (_, wanted, fault) => {
    const unfit = await issue(`Seal that is ${fault}`, { issuer: above[0]!, ...wanted });
    const said = await refusalOf(p12Of(folder, unfit, above));
    expect(said).toContain('SEAL_P12');
    expect(said).toContain(`CN=Seal that is ${fault}, serial ${unfit.certificate.serialNumber}`);
    expect(said).toMatch(new RegExp(`: ${fault}`));
  });

  it('ends with the certificates’ names if it cannot be told which one is meant', async () => {
    const seal = await issue('Seal', { issuer: above[0]! });
    const renewed = await issue('Seal renewed', { issuer: above[0]!, pair: seal.pair });
    const said = await refusalOf(p12Of(folder, seal, [renewed, ...above]));
    for (const { name } of [seal, renewed]) expect(said).toContain(`CN=${name}, serial`);
    expect(said).toContain('more than one key can seal');
  });

  it('ends if the passphrase is wrong, or the file is none', async () => {
    const file = p12Of(folder, await issue('Seal', { issuer: above[0]! }), above);
    expect(await refusalOf(file, 'other')).toContain('SEAL_P12_PASSPHRASE is wrong');
    writeFileSync(file, 'not a file of keys');
    expect(await refusalOf(file)).toContain('not a PKCS#12 file');
  });
});
