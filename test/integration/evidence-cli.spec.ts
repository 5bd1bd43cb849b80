import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Evidence2, evidence2 } from '../support/evidence-version-2.js';
import { inDepth } from '../support/in-depth.js';
import { certificateWith, verifyOffline } from '../support/offline-check.js';
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

  const certificateOf = ({ evidence, template }: Evidence2) => certificateWith(evidence, template);
  const verify = (pdf: Buffer, ...options: string[]) => verifyOffline(pdf, options);

  it('checks evidence of version 2', async () => {
    const { status, stdout } = verify(await certificateOf(evidence2()));
    expect(status).toBe(0);
    expect(stdout).toContain('The request was made from version 2 of template 3');
    expect(stdout).toContain('Cem approved the documents on March 1, 2026');
    expect(stdout).toContain('Pages of the request were embedded at https://app.example.com.');
    expect(stdout).toContain(
      'it authenticated Ann Lee itself (password and passkey). Nothing here proves that.',
    );
  });

  it('names the place at which evidence of version 2 is wrong', async () => {
    const made = evidence2();
    made.evidence.documents[1]!.originalSha256 = 'ab'.repeat(32);
    const { status, stdout } = verify(await certificateOf(made));
    expect(status).toBe(1);
    expect(stdout).toContain('The certificate in this file contradicts itself');
    expect(stdout).toContain(
      'x In this certificate, documents[1].originalSha256 does not agree with events[1].data.documentSha256.',
    );
  });

  it('says which versions of evidence it knows', async () => {
    const { evidence } = evidence2();
    const { status, stdout } = verify(
      await certificateOf({ evidence: Object.assign(evidence, { version: 3 }), template: null }),
    );
    expect(status).toBe(1);
    expect(stdout).toContain(
      'is of version 3. The versions known here are 1 and 2: check it with a newer release.',
    );
  });

  it('finds any document of a certificate of version 2', async () => {
    const made = evidence2();
    const signedSha256 = createHash('sha256').update(sealed).digest('hex');
    const withSecond = evidence2((events) => {
      (events.at(-1)!.data.documents as { sha256: string }[])[1]!.sha256 = signedSha256;
    });
    withSecond.evidence.documents[1]!.signedSha256 = signedSha256;
    const [first] = withSecond.evidence.documents;
    const belongs = `belongs to this exact document, which is document 2 of 2. The SHA-256 of the others: 1 (${first!.signedSha256}).`;
    expect(verifyOffline(await certificateOf(withSecond), [], sealed)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(belongs),
    });
    expect(verifyOffline(await certificateOf(made), [], sealed).status).toBe(1);
  });

  it('reports in plain words that a document is unchanged, but not who an unknown signer is', () => {
    const { status, stdout } = verify(sealed);
    expect(status).toBe(0);
    expect(stdout).toContain('Unchanged since it was signed in the name of “Acme” on March 12, 2026');
    expect(stdout).toContain('“Test authority”, which this computer does not know');
    expect(stdout).not.toMatch(/trusted/i);
  });

  inDepth('prints a single JSON object, and trusts a given authority', async () => {
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
    120_000,
  );
});
