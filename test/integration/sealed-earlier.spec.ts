import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { verifyChain } from '../../src/audit-chain/audit-chain.js';
import { EVIDENCE_FILE_NAME } from '../../src/audit-chain/evidence-document.js';
import { readEvidence } from '../../src/audit-chain/read-evidence.js';
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
  const evidence = readEvidence(attachments.get(EVIDENCE_FILE_NAME)!);
  if (evidence?.version !== 1) throw new Error('the certificate has no evidence of version 1');
  return evidence;
}

describe.each([
  { type: 'fast', signatures: 1 },
  { type: 'advanced', signatures: 3 },
])('an earlier $type request', ({ type, signatures }) => {
  const document = read(type);
  const certificate = read(`${type}-certificate`);

  it('the signed document is intact', async () => {
    const { facts, verdict } = await check(document);
    expect(verdict).toBe('intact');
    expect(facts.signatures).toHaveLength(signatures);
    expect(facts.signatures.map(({ check }) => check.outcome)).toEqual(Array(signatures).fill('holds'));
  });

  it('the certificate of completion is intact and belongs to the document', async () => {
    const { facts, verdict } = await check(certificate);
    expect(verdict).toBe('intact');
    expect(facts.evidence).toMatchObject({
      signedSha256: sha256(document).toString('hex'),
      firstBroken: null,
    });
  });

  it('the audit trail is unbroken and ends where the certificate says', async () => {
    const { events, chainHead, document: sealed } = await evidenceIn(certificate);
    expect(verifyChain(events)).toEqual({ isWhole: true, head: chainHead, firstBroken: null });
    expect(sealed.signedSha256).toBe(sha256(document).toString('hex'));
  });

  it('contains the words that each signer agreed to, with their digest', async () => {
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

it('distinguishes an altered copy from an earlier document', async () => {
  const altered = Buffer.from(read('fast'));
  altered[300]! ^= 1;
  expect((await check(altered)).verdict).toBe('broken');
});
