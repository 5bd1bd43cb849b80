import { signDetached } from '../../src/pdf-signatures/sign-detached.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type DocumentFacts } from '../../src/signed-pdf-checks/domain/document-facts.js';
import { verdictOf } from '../../src/signed-pdf-checks/domain/verdict.policy.js';
import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { inDepth } from '../support/in-depth.js';
import { textPdf } from '../support/pdf-samples.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { advancedPdf, OpensslSigner, signedByOther } from '../support/signed-pdfs.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';

const NOW = '2026-06-01T00:00:00.000Z';

async function factsOf(pdf: Buffer): Promise<DocumentFacts> {
  const checked = await checkDocument({ pdf, authorities: '' });
  if (!checked.ok) throw new Error(checked.reason);
  return checked.facts;
}

describe('time stamps with other digests', () => {
  let authority: TimeStampAuthority;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
  });
  afterAll(() => authority.stop());

  it.each([
    ['sha1', 'weak'],
    ['sha256', 'holds'],
    ['sha384', 'holds'],
    ['sha512', 'holds'],
  ] as const)('a time stamp over a document with %s %s', async (digest, outcome) => {
    const facts = await factsOf(
      await signedByOther(await textPdf(), {
        subFilter: 'ETSI.RFC3161',
        message: (content) => authority.tokenFor(content, digest),
      }),
    );
    expect(facts.signatures).toMatchObject([{ kind: 'timestamp', check: { outcome } }]);
    expect(verdictOf(facts, NOW)).toBe(outcome === 'holds' ? 'intact' : 'weak');
  });

  it.each([
    ['sha1', { holds: false, isWeak: true }],
    ['sha384', { holds: true, isWeak: false }],
    ['sha512', { holds: true, isWeak: false }],
  ] as const)('a time stamp over a signature with %s is %j', async (digest, expected) => {
    const key = await newSealingKey('p256');
    let signature: Buffer = Buffer.alloc(0);
    const sign = async (data: Buffer) => (signature = await key.sign(data));
    const stamp = async () => ({
      token: await authority.tokenFor(signature, digest),
      time: new Date('2026-02-01'),
      certificate: key.certificate,
      certificates: [],
    });
    const facts = await factsOf(
      await signedByOther(await textPdf(), {
        message: (content) => signDetached(sha256(content), { ...key, sign }, { stamp }),
      }),
    );
    expect(facts.signatures[0]).toMatchObject({ check: { outcome: 'holds' }, timeStamp: expected });
  });

  inDepth('a time stamp signed with SHA-1 is weak, and one over other content is broken', async () => {
    const outdated = await TimeStampAuthority.start({ key: 'rsa', digest: 'sha1', namedBy: 'sha1' });
    try {
      const stamped = (content: (whole: Buffer) => Buffer) =>
        textPdf().then((pdf) =>
          signedByOther(pdf, {
            subFilter: 'ETSI.RFC3161',
            message: (whole) => outdated.tokenFor(content(whole), 'sha256'),
          }),
        );
      const weak = await factsOf(await stamped((whole) => whole));
      expect(weak.signatures).toMatchObject([{ check: { outcome: 'weak' } }]);
      const other = await factsOf(await stamped(() => Buffer.from('something else')));
      expect(other.signatures).toMatchObject([{ check: { outcome: 'broken', because: 'content' } }]);
    } finally {
      await outdated.stop();
    }
  });
});

describe('a signature by other software', () => {
  const NAME = 'Doe, Jane; "Zoë" <of Acme>';
  let signer: OpensslSigner;

  beforeAll(() => {
    signer = new OpensslSigner(['rsa:2048'], NAME, ['-utf8']);
  });
  afterAll(() => signer.close());

  const signed = async () =>
    signedByOther(await textPdf(), {
      signsBrackets: true,
      message: (content) => signer.sign(content, '-md', 'sha256'),
    });

  it('a signature may cover its own brackets, which leaves nothing out', async () => {
    const pdf = await signed();
    const [signature] = (await factsOf(pdf)).signatures;
    expect(signature).toMatchObject({ coverage: 'whole_file', check: { outcome: 'holds' } });
    const changed = Buffer.from(pdf);
    changed.write('%PDF-1.6', 0);
    expect((await factsOf(changed)).signatures).toMatchObject([
      { check: { outcome: 'broken', because: 'content' } },
    ]);
  });

  it('shows names without the escapes of their notation', async () => {
    const [signature] = (await factsOf(await signed())).signatures;
    expect(signature!.signers).toMatchObject([{ certificate: { name: NAME, issuer: NAME } }]);
  });
});

describe('a document whose seal was cut off', () => {
  it('a document without its seal is unsealed, because the signatures name the seal', async () => {
    const keys = [await newSealingKey('p256'), await newSealingKey('p256')];
    const whole = await advancedPdf(await textPdf(), keys, await newSealingKey('p256'));
    expect(verdictOf(await factsOf(whole), NOW)).toBe('intact');
    const end = '%%EOF\n';
    const last = whole.lastIndexOf(end);
    const cut = whole.subarray(0, whole.lastIndexOf(end, last - 1) + end.length);
    const facts = await factsOf(cut);
    expect(facts.signatures.map(({ check }) => check)).toEqual(Array(2).fill({ outcome: 'holds' }));
    expect(facts.missingSeals).toEqual(['Countersign-Seal']);
    expect(verdictOf(facts, NOW)).toBe('unsealed');
  });
});
