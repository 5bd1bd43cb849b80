import { type ChainedEvent, type EventFacts, hashOfEvent, verifyChain } from './audit-chain.js';

/** An intact chain of a request's events. */
function chainOf(length: number): ChainedEvent[] {
  const events: ChainedEvent[] = [];
  for (let number = 1; number <= length; number++) {
    const facts: EventFacts = {
      createdAt: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
      data: { ip: '192.0.2.7', note: `event ${number} – ü` },
      number,
      previous: events.at(-1)?.hash ?? null,
      signatureId: 12,
      signerId: number % 2 === 0 ? 7 : null,
      type: 'opened',
    };
    events.push({ ...facts, hash: hashOfEvent(facts) });
  }
  return events;
}

describe('the audit chain', () => {
  it('hashes the example of docs/evidence.md', () => {
    const created = {
      createdAt: '2026-03-01T09:30:05.123Z',
      data: {},
      number: 1,
      previous: null,
      signatureId: 12,
      signerId: null,
      type: 'created',
    };
    expect(hashOfEvent(created)).toBe('24c8eb3f5f0f965a77089fbfe323075dfd696a7f891565e181c3b3cb18c11de3');
    const opened = {
      createdAt: '2026-03-01T09:41:00.000Z',
      data: { userAgent: 'Mozilla/5.0', ip: '192.0.2.7', language: null },
      number: 2,
      previous: hashOfEvent(created),
      signatureId: 12,
      signerId: 7,
      type: 'opened',
    };
    expect(hashOfEvent(opened)).toBe('249b7c2a369f96386e64d962219bbe76942ddadf3ec64dd3c2dc1cdd6cbdb6bd');
  });

  it('accepts an intact chain and returns its head', () => {
    const events = chainOf(5);
    expect(verifyChain(events)).toEqual({ isWhole: true, head: events[4]!.hash, firstBroken: null });
  });

  it('does not accept an empty chain', () => {
    expect(verifyChain([])).toEqual({ isWhole: false, head: null, firstBroken: 1 });
  });

  test.each<[string, (event: ChainedEvent) => Partial<ChainedEvent>]>([
    ['time', () => ({ createdAt: '2026-01-01T00:00:00.000Z' })],
    ['data', ({ data }) => ({ data: { ...data, ip: '192.0.2.8' } })],
    ['number', () => ({ number: 4 })],
    ['previous hash', () => ({ previous: null })],
    ['request', () => ({ signatureId: 13 })],
    ['signer', () => ({ signerId: 8 })],
    ['type', () => ({ type: 'signed' })],
    ['hash', () => ({ hash: '0'.repeat(64) })],
    ['data to something other than JSON', () => ({ data: { name: '\ud83d' } })],
  ])('detects a changed %s', (_, change) => {
    const events = chainOf(5);
    events[2] = { ...events[2]!, ...change(events[2]!) };
    expect(verifyChain(events)).toMatchObject({ isWhole: false, firstBroken: 3 });
  });

  it('detects an event that was changed and rehashed', () => {
    const events = chainOf(5);
    const changed = { ...events[2]!, type: 'rejected' };
    events[2] = { ...changed, hash: hashOfEvent(changed) };
    expect(verifyChain(events)).toMatchObject({ isWhole: false, firstBroken: 4 });
  });

  it('detects an event that is missing, repeated or moved', () => {
    const events = chainOf(5);
    expect(verifyChain(events.toSpliced(0, 1))).toMatchObject({ isWhole: false, firstBroken: 1 });
    expect(verifyChain(events.toSpliced(2, 1))).toMatchObject({ isWhole: false, firstBroken: 3 });
    expect(verifyChain(events.toSpliced(2, 0, events[2]!))).toMatchObject({ isWhole: false, firstBroken: 4 });
    expect(verifyChain(events.toReversed())).toMatchObject({ isWhole: false, firstBroken: 1 });
  });
});
