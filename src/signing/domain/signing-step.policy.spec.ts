import { SIGNATURE_STATUSES, SIGNATURE_TYPES } from '../../signatures/domain/signature.state.js';
import {
  mayHaveCopy,
  mayRead,
  obstacleTo,
  reachableStep,
  readingStep,
  stepsOf,
} from './signing-step.policy.js';

type Facts = Parameters<typeof obstacleTo>[0];

/** A request with two signers, both pending, before its deadline. */
function factsOf(changes: Record<string, unknown> = {}, signature: Record<string, unknown> = {}): Facts {
  const signer = { id: 1, status: 'pending', order: 1 };
  return {
    linkVoidReason: null,
    handedOverTo: null,
    handOvers: [],
    signature: { type: 'fast', status: 'created', deletedAt: null, requireVerification: false, ...signature },
    signer,
    signers: [signer, { id: 2, status: 'pending', order: 1 }],
    recipients: [],
    isPastDeadline: false,
    isCodeVerified: false,
    identity: 'not_required',
    ...changes,
  } as unknown as Facts;
}

describe('obstacles to signing', () => {
  it.each([
    ['created', null],
    ['partially_signed', null],
    ['draft', 'not_open'],
    ['scheduled', 'not_open'],
    ['completed', 'completed'],
    ['rejected', 'rejected_by_other'],
    ['expired', 'expired'],
  ])('finds the obstacle in status %s: %s', (status, obstacle) => {
    expect(obstacleTo(factsOf({}, { status }))).toBe(obstacle);
  });

  it.each(SIGNATURE_STATUSES)('never opens a cancelled request or a void link, in status %s', (status) => {
    expect(obstacleTo(factsOf({}, { status, deletedAt: new Date() }))).toBe('cancelled');
    expect(obstacleTo(factsOf({ linkVoidReason: 'replaced' }, { status }))).toBe('replaced');
    expect(obstacleTo(factsOf({ linkVoidReason: 'completed' }, { status }))).toBe('completed');
  });

  it('applies the deadline while anyone has not signed', () => {
    const signed = { id: 1, status: 'signed', order: 1 };
    const open = { isPastDeadline: true, signer: signed };
    expect(obstacleTo(factsOf({ isPastDeadline: true }))).toBe('expired');
    expect(obstacleTo(factsOf({ ...open, signers: [signed, { id: 2, status: 'pending', order: 1 }] }))).toBe(
      'expired',
    );
    expect(obstacleTo(factsOf({ ...open, signers: [signed, { ...signed, id: 2 }] }))).toBe('signed');
  });

  it('makes a signer of a later order wait, but not one of the same order', () => {
    const first = { id: 2, status: 'pending', order: 1 };
    expect(obstacleTo(factsOf({ signer: { id: 1, status: 'pending', order: 2 }, signers: [first] }))).toBe(
      'not_your_turn',
    );
    expect(obstacleTo(factsOf({ signers: [first] }))).toBeNull();
  });
});

describe('reading the document', () => {
  const first = { id: 2, status: 'pending', order: 1 };
  const waiting = { signer: { id: 1, status: 'pending', order: 2 }, signers: [first] };

  it.each([
    ['fast', false, true],
    ['advanced', false, false],
    ['advanced', true, true],
  ])(
    'decides about reading before one’s turn, in %s with a code entered: %s',
    (type, isCodeVerified, expected) => {
      const facts = factsOf({ ...waiting, isCodeVerified }, { type });
      expect(mayRead(facts)).toBe(expected);
      expect(readingStep(facts, 'document')).toBe(expected ? 'document' : 'code');
      expect(readingStep(facts, 'consent')).toBeNull();
    },
  );

  it.each(['draft', 'scheduled', 'completed', 'rejected', 'expired'])(
    'ends reading in status %s',
    (status) => {
      expect(mayRead(factsOf(waiting, { status }))).toBe(false);
      expect(readingStep(factsOf(waiting, { status }), 'document')).toBeNull();
    },
  );

  it('gives the signed document only to a browser with the code, by a link that was not replaced', () => {
    const copyOf = (changes: object, type: string, status = 'completed') =>
      mayHaveCopy(factsOf({ ...changes }, { type, status }));
    expect(copyOf({}, 'fast')).toBe(true);
    expect(copyOf({}, 'fast', 'partially_signed')).toBe(false);
    expect(copyOf({ linkVoidReason: 'replaced' }, 'fast')).toBe(false);
    expect(copyOf({}, 'advanced')).toBe(false);
    expect(copyOf({ isCodeVerified: true }, 'advanced')).toBe(true);
  });
});

describe('steps of signing', () => {
  it.each(SIGNATURE_TYPES)('leads to the consent of %s only past its requirements', (type) => {
    for (const requireVerification of [false, true]) {
      for (const isCodeVerified of [false, true]) {
        for (const identity of ['to_begin', 'under_way', 'in_review', 'failed', 'exhausted', 'passed']) {
          const facts = factsOf({ isCodeVerified, identity }, { type, requireVerification });
          const needsCode = type === 'advanced' && !isCodeVerified;
          const needsIdentity = requireVerification && identity !== 'passed';
          const expected = needsCode ? 'code' : needsIdentity ? 'identity' : 'consent';
          expect(reachableStep(facts, 'consent')).toBe(expected);
        }
      }
    }
  });

  it('has the steps that the type needs', () => {
    expect(stepsOf({ type: 'fast', requireVerification: false })).toEqual(['landing', 'document', 'consent']);
    expect(stepsOf({ type: 'advanced', requireVerification: true })).toEqual([
      'landing',
      'code',
      'document',
      'identity',
      'consent',
    ]);
  });

  it('leads from a step that a request lacks to the document', () => {
    expect(reachableStep(factsOf(), 'identity')).toBe('document');
    expect(reachableStep(factsOf(), 'code')).toBe('document');
  });
});
