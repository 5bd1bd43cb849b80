import { type EventFacts, hashOfEvent } from './audit-chain.js';
import { type EvidenceDocument } from './evidence-document.js';
import { MAX_EVIDENCE_BYTES, readEvidence } from './read-evidence.js';

const CREATED: EventFacts = {
  createdAt: '2026-03-01T09:30:05.123Z',
  data: {},
  number: 1,
  previous: null,
  signatureId: 12,
  signerId: null,
  type: 'created',
};

const EVIDENCE: EvidenceDocument = {
  format: 'countersign-evidence',
  version: 1,
  madeAt: '2026-03-01T10:00:00.000Z',
  request: {
    id: 12,
    type: 'advanced',
    subject: '',
    documentName: 'Lease',
    senderName: 'Acme',
    copiesTo: ['legal@acme.test'],
  },
  organization: { id: 3, name: 'Acme' },
  document: {
    presentedSha256: 'ab'.repeat(32),
    signedSha256: 'cd'.repeat(32),
    pages: 4,
    sealLevel: 'PAdES B-B',
    sealCertificateSha256: 'ef'.repeat(32),
  },
  signers: [
    {
      id: 7,
      name: 'Jane Doe',
      email: 'jane@example.com',
      signedAt: '2026-03-01T09:59:00.000Z',
      method: 'drawn',
      timeZone: 'Europe/Madrid',
      witnessName: null,
      identifiedBy: [{ kind: 'one_time_code', at: '2026-03-01T09:55:00.000Z', verificationId: null }],
    },
  ],
  events: [{ ...CREATED, hash: hashOfEvent(CREATED) }],
  chainHead: hashOfEvent(CREATED),
};

const read = (value: unknown) => readEvidence(Buffer.from(JSON.stringify(value)));
const event = (changes: object) => ({ ...EVIDENCE, events: [{ ...EVIDENCE.events[0]!, ...changes }] });

/** Objects nested to this depth. */
function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

describe('readEvidence', () => {
  it('reads evidence as it was written', () => {
    expect(read(EVIDENCE)).toEqual(EVIDENCE);
    expect(read({ ...EVIDENCE, events: [], signers: [] })).toMatchObject({ events: [] });
  });

  it.each<[string, unknown]>([
    ['another format', { ...EVIDENCE, format: 'other' }],
    ['another version', { ...EVIDENCE, version: 2 }],
    ['a member too many', { ...EVIDENCE, trusted: true }],
    ['a member too few', { ...EVIDENCE, chainHead: undefined }],
    ['a member named as one of its prototype', event({ constructor: 1, type: undefined })],
    ['a list', [EVIDENCE]],
    ['null', null],
    ['an invalid time', { ...EVIDENCE, madeAt: 'yesterday' }],
    ['an invalid digest', event({ hash: 'AB'.repeat(32) })],
    ['a number past 2^53', event({ number: 2 ** 53 })],
    ['a text that is too long', event({ type: 'x'.repeat(10_001) })],
    ['half a surrogate pair', event({ type: '\ud83d' })],
    ['data that is not an object', event({ data: [1] })],
    ['data nested too deep', event({ data: nested(16) })],
    ['too many signers', { ...EVIDENCE, signers: Array(1_001).fill(EVIDENCE.signers[0]) }],
  ])('refuses evidence with a fault: %s', (_, value) => {
    expect(read(value)).toBeNull();
  });

  it.each<[string, Buffer]>([
    ['empty', Buffer.alloc(0)],
    ['something other than JSON', Buffer.from('%PDF-1.7')],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from('"'), Buffer.of(0xc3), Buffer.from('"')])],
    ['unclosed brackets', Buffer.alloc(1_000_000, '[')],
    ['too large', Buffer.alloc(MAX_EVIDENCE_BYTES + 1, ' ')],
  ])('refuses evidence that is %s', (_, bytes) => {
    expect(readEvidence(bytes)).toBeNull();
  });

  it('accepts nested data up to the maximum depth', () => {
    expect(read(event({ data: nested(15) }))).not.toBeNull();
  });
});
