import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { EVIDENCE_FILE_NAME, readEvidence } from '../../src/audit-chain/evidence-document.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { judge } from '../../src/signed-pdf-checks/domain/statements.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';

const read = (name: string) =>
  readFileSync(join(PROJECT_ROOT, 'test/fixtures/sealed-2026-11', `${name}.pdf`));

async function check(pdf: Buffer) {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) throw new Error(checked.reason);
  const at = { now: '2026-12-01T00:00:00.000Z', organizations: new Map(), speaker: 'computer' as const };
  return { facts: checked.facts, verdict: judge(checked.facts, at).verdict };
}

async function evidenceIn(certificate: Buffer) {
  const { attachments } = await PDF.load(certificate);
  return readEvidence(attachments.get(EVIDENCE_FILE_NAME)!)!;
}

describe.each([
  { type: 'fast', signatures: 1 },
  { type: 'advanced', signatures: 3 },
])('an earlier $type request', ({ type, signatures }) => {
  const document = read(type);
  const certificate = read(`${type}-certificate`);

  it('has a signed document that is intact', async () => {
    const { facts, verdict } = await check(document);
    expect(verdict).toBe('intact');
    expect(facts.signatures).toHaveLength(signatures);
    expect(facts.signatures.map(({ check }) => check.outcome)).toEqual(Array(signatures).fill('holds'));
  });

  it('has a certificate of completion that is intact and belongs to the document', async () => {
    const { facts, verdict } = await check(certificate);
    expect(verdict).toBe('intact');
    expect(facts.evidence).toMatchObject({
      signedSha256: sha256(document).toString('hex'),
      firstBroken: null,
    });
  });

  it('has an unbroken audit trail that ends where the certificate says', async () => {
    const { events, chainHead, document: sealed } = await evidenceIn(certificate);
    expect(verifyChain(events)).toEqual({ isWhole: true, head: chainHead, firstBroken: null });
    expect(sealed.signedSha256).toBe(sha256(document).toString('hex'));
  });

  it('holds the words that each signer agreed to, with their digest', async () => {
    const { events, signers } = await evidenceIn(certificate);
    const consents = events.filter((event) => event.type === 'consent');
    expect(consents.map(({ signerId }) => signerId)).toEqual(signers.map(({ id }) => id));
    expect(consents.map(({ data }) => [data.version, data.locale])).toEqual([
      ['1', 'en'],
      ['1', 'es'],
    ]);
    for (const { data } of consents) expect(data.sha256).toBe(sha256(String(data.text)).toString('hex'));
  });
});

it('tells an altered copy from an earlier document', async () => {
  const altered = Buffer.from(read('fast'));
  altered[300]! ^= 1;
  expect((await check(altered)).verdict).toBe('broken');
});
