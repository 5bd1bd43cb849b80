import { createHash } from 'node:crypto';
import { type ChainedEvent } from './audit-chain.js';
import { entriesIn, type Shown, shownIn, standingOf } from './shown-entries.js';

const DOCUMENT = 'd0'.repeat(32);

/** An event in which someone signs. */
function signing(number: number, signerId: number, data: Record<string, unknown> = {}): ChainedEvent {
  const event = { createdAt: '2026-03-01T09:30:05.123Z', number, signerId, signatureId: 1, type: 'signed' };
  const left = { name: `Signer ${signerId}`, markSha256: 'ab'.repeat(32), salt: `${signerId}f`.repeat(8) };
  return { ...event, data: { ...left, ...data }, previous: null, hash: '00'.repeat(32) };
}

const shownTo = (...events: ChainedEvent[]): { shown: Shown } => ({
  shown: {
    documentSha256: DOCUMENT,
    signers: events.map((event) => ({ signerId: event.signerId!, entriesSha256: entriesIn(event)! })),
  },
});

describe('what a signer entered', () => {
  it('digests a signer’s entries as the documentation describes', () => {
    const fields = [
      { id: 9, sha256: 'cd'.repeat(32) },
      { id: 7, sha256: 'ef'.repeat(32) },
    ];
    const text =
      `{"fields":[{"id":7,"sha256":"${'ef'.repeat(32)}"},{"id":9,"sha256":"${'cd'.repeat(32)}"}],` +
      `"markSha256":"${'ab'.repeat(32)}","name":"Zoë","salt":"00ff","signerId":3,"witnessName":null}`;
    const expected = createHash('sha256').update(text).digest('hex');
    expect(entriesIn(signing(1, 3, { fields, name: 'Zoë', salt: '00ff' }))).toBe(expected);
  });

  it('changes the digest with every salt, name, mark, witness or entry', () => {
    const variants = [
      {},
      { salt: 'other' },
      { name: 'Somebody else' },
      { markSha256: 'ba'.repeat(32) },
      { witnessName: 'Host' },
      { fields: [{ id: 1, sha256: 'cd'.repeat(32) }] },
    ];
    const digests = variants.map((data) => entriesIn(signing(1, 3, data)));
    expect(new Set(digests).size).toBe(variants.length);
  });

  it.each([{ markSha256: undefined }, { fields: [{ id: 'x', sha256: '' }] }, { name: '\ud800' }])(
    'has no digest where the event lacks the facts: %j',
    (data) => {
      expect(entriesIn(signing(1, 3, data))).toBeNull();
    },
  );
});

describe('entries shown to a later signer', () => {
  const anna = signing(1, 1, shownTo());

  it('reports the entries of every signer who was shown', () => {
    const jonas = signing(2, 2, shownTo(anna));
    expect(standingOf([anna, jonas], 1)).toEqual({ documentSha256: DOCUMENT, entries: [], unseen: [] });
    expect(standingOf([anna, jonas], 2)).toMatchObject({
      entries: [{ signerId: 1, agrees: true }],
      unseen: [],
    });
  });

  it('reports a disagreement when the trail records other entries', () => {
    const jonas = signing(2, 2, shownTo({ ...anna, data: { ...anna.data, name: 'Somebody else' } }));
    expect(standingOf([anna, jonas], 2)!.entries).toMatchObject([{ signerId: 1, agrees: false }]);
  });

  it('reports a disagreement with entries that came later, or never', () => {
    const later = signing(3, 3);
    const jonas = signing(2, 2, shownTo(anna, later, signing(9, 9)));
    expect(standingOf([anna, jonas, later], 2)!.entries.map(({ agrees }) => agrees)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('reports neither agreement nor disagreement about erased entries', () => {
    const jonas = signing(2, 2, shownTo(anna));
    const erased = { ...anna, data: { shown: anna.data.shown }, erasedIn: 3 };
    expect(standingOf([erased, jonas], 2)).toMatchObject({
      entries: [{ signerId: 1, agrees: null }],
      unseen: [],
    });
  });

  it('leaves out a signer who signed at nearly the same time', () => {
    const jonas = signing(2, 2, shownTo());
    expect(standingOf([anna, jonas], 2)).toMatchObject({ entries: [], unseen: [1] });
  });

  it.each([undefined, null, {}, { documentSha256: DOCUMENT }, { documentSha256: 'x', signers: [] }])(
    'reports nothing when the event’s record of what was shown is %j',
    (shown) => {
      const event = signing(1, 1, { shown });
      expect([shownIn(event), standingOf([event], 1)]).toEqual([null, null]);
    },
  );
});
