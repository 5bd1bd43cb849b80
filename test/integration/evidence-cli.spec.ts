import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, OpensslSigner, sealedPdf, signedByOther } from '../support/signed-pdfs.js';

describe('evidence:verify', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));
  let signer: OpensslSigner;
  let sealed: Buffer;

  beforeAll(async () => {
    signer = new OpensslSigner(['rsa:2048'], 'Jane Doe');
    sealed = await sealedPdf(await textPdf(2), await newSealingKey('p256'));
  });
  afterAll(() => {
    signer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the command on a computer without a database, as anybody could. */
  function verify(pdf: Buffer, ...options: string[]): { status: number | null; stdout: string } {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(PROJECT_ROOT, 'dist/src/cli.js'), 'evidence:verify', file, ...options],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'none') } },
    );
    expect(stderr).toBe('');
    return { status, stdout };
  }

  it('says in plain words that a document is unchanged, but not who an unknown signer is', () => {
    const { status, stdout } = verify(sealed);
    expect(status).toBe(0);
    expect(stdout).toContain('Unchanged since it was signed in the name of “Acme” on March 12, 2026');
    expect(stdout).toContain('“Test authority”, which this computer does not know');
    expect(stdout).not.toMatch(/trusted/i);
  });

  it('prints a single JSON object, and trusts a given authority', async () => {
    const pdf = await signedByOther(await textPdf(), { message: (content) => signer.sign(content) });
    const authority = join(folder, 'authority.pem');
    writeFileSync(authority, signer.certificatePem);
    const { status, stdout } = verify(pdf, '--ca', authority, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'intact',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      headline: expect.stringContaining('Unchanged since Jane Doe signed it on'),
      signatures: [{ standing: 'holds', signers: [{ certificate: { anchor: 'given' } }] }],
    });
  });

  inDepth(
    'exits with 1 for changed or unsigned files, and with 2 for unreadable ones',
    async () => {
      const added = await changedAfterwards(sealed, (pdf) => void pdf.addPage({ size: 'a4' }));
      const changed = verify(added);
      expect(changed.status).toBe(1);
      expect(changed.stdout).toContain('Changed after it was signed');
      expect(changed.stdout).toContain('A page was added later: now page 4.');
      expect(verify(await textPdf())).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('This file has no signatures'),
      });
      expect(verify(Buffer.from('Dear Jane'))).toMatchObject({
        status: 2,
        stdout: expect.stringContaining('It is not a PDF.'),
      });
    },
    60_000,
  );
});
