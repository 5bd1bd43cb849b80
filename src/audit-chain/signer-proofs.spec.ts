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

describe('the use of a personal link', () => {
  it('is what a person did first', () => {
    const events = trail(['link_fetched'], ['opened', { act: 'touch' }], ['signed']);
    expect(linkUsedAt(events)).toBe('09:01');
    expect(openingOf(events, ANNA)?.number).toBe(2);
  });

  it.each<[how: string, events: Happened[]]>([
    ['only fetched', [['link_fetched'], ['signed']]],
    ['opened according to an earlier version, which took any fetch for it', [['opened', {}], ['signed']]],
    ['opened by an act that is not known', [['opened', { act: 'prototype' }], ['signed']]],
  ])('is the signing if the link was %s', (_how, events) => {
    const fetched = trail(...events);
    expect(linkUsedAt(fetched)).toBe('09:01');
    expect(openingOf(fetched, ANNA)).toBeUndefined();
    expect(kindOf(fetched[0]!)).toBe('link_fetched');
  });

  it('is not that of somebody whose place the signer has taken, nor one after the signing', () => {
    const opened: Happened = ['opened', { act: 'key' }];
    expect(linkUsedAt(trail(opened, ['handed_over'], ['signed']))).toBe('09:02');
    expect(linkUsedAt(trail(['signed'], opened))).toBe('09:00');
  });

  it('is looked for behind a fetch that an earlier version took for it', () => {
    expect(linkUsedAt(trail(['opened'], ['opened', { act: 'form' }], ['signed']))).toBe('09:01');
  });
});
