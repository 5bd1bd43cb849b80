import { envelopeIdOf } from './envelope-id.js';

describe('the id of an envelope', () => {
  it('derives the envelope id from the first event of docs/evidence.md', () => {
    const hash = '24c8eb3f5f0f965a77089fbfe323075dfd696a7f891565e181c3b3cb18c11de3';
    expect(envelopeIdOf(hash)).toBe('24c8eb3f-5f0f-865a-b708-9fbfe323075d');
  });

  it.each(['0', '4', '8', 'b', 'c', 'f'])(
    'gives the id the version and variant of RFC 9562 for %s',
    (digit) => {
      expect(envelopeIdOf(digit.repeat(64))).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    },
  );
});
