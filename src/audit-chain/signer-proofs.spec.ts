import { type ChainedEvent } from './audit-chain.js';
import { kindOf, openingOf, proofsOf } from './signer-proofs.js';

const ANNA = 7;

type Happened = readonly [type: string, data?: ChainedEvent['data']];

/** Events of one signer, a minute apart. */
const trail = (...events: readonly Happened[]): ChainedEvent[] =>
  events.map(([type, data = {}], index) => ({
    createdAt: `2026-03-01T09:${String(index).padStart(2, '0')}:00.000Z`,
    data,
    hash: '',
    number: index + 1,
    previous: null,
    signatureId: 12,
    signerId: ANNA,
    type,
  }));

const linkUsedAt = (events: ChainedEvent[]) =>
  proofsOf(events, ANNA)
    .find(({ kind }) => kind === 'personal_link')
    ?.at.slice(11, 16);

describe('use of a personal link', () => {
  it('dates the use of a link by the person’s first act', () => {
    const events = trail(['link_fetched'], ['opened', { act: 'touch' }], ['signed']);
    expect(linkUsedAt(events)).toBe('09:01');
    expect(openingOf(events, ANNA)?.number).toBe(2);
  });

  it.each<[how: string, events: Happened[]]>([
    ['only fetched', [['link_fetched'], ['signed']]],
    ['opened according to an earlier version, which took any fetch for it', [['opened', {}], ['signed']]],
    ['opened by an act that is not known', [['opened', { act: 'prototype' }], ['signed']]],
  ])('dates the use by the signing if the link was %s', (_how, events) => {
    const fetched = trail(...events);
    expect(linkUsedAt(fetched)).toBe('09:01');
    expect(openingOf(fetched, ANNA)).toBeUndefined();
    expect(kindOf(fetched[0]!)).toBe('link_fetched');
  });

  it('ignores an opening by a replaced signer, or one after the signing', () => {
    const opened: Happened = ['opened', { act: 'key' }];
    expect(linkUsedAt(trail(opened, ['handed_over'], ['signed']))).toBe('09:02');
    expect(linkUsedAt(trail(['signed'], opened))).toBe('09:00');
  });

  it('finds the opening behind a fetch that an earlier version recorded as one', () => {
    expect(linkUsedAt(trail(['opened'], ['opened', { act: 'form' }], ['signed']))).toBe('09:01');
  });
});
