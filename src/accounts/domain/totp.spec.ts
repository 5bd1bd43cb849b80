import { base32, totpAddress, totpCode, totpStepAt, totpStepOf } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('codes of an authenticator app', () => {
  /** RFC 6238, appendix B, for SHA-1. */
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('computes the code of RFC 6238 at %d seconds', (seconds, code) => {
    expect(totpCode(SECRET, totpStepAt(seconds * 1000), 8)).toBe(code);
  });

  /** RFC 4226, appendix D. */
  it.each([
    [0, '755224'],
    [1, '287082'],
    [9, '520489'],
  ])('computes the code of RFC 4226 for step %d', (step, code) => {
    expect(totpCode(SECRET, step)).toBe(code);
  });

  it('accepts a code one step early or late, and no further', () => {
    const time = 1_000_000 * 30_000;
    const found = [-2, -1, 0, 1, 2].map((offset) =>
      totpStepOf(SECRET, totpCode(SECRET, 1_000_000 + offset), time),
    );
    expect(found).toEqual([null, 999_999, 1_000_000, 1_000_001, null]);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', '-12345'])(
    'refuses %j, which is not six digits',
    (code) => {
      expect(totpStepOf(SECRET, code, 0)).toBeNull();
    },
  );

  it('writes the secret in a form that authenticator apps can read', () => {
    expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
    expect(totpAddress(SECRET, { issuer: 'sign.acme.test', account: 'jo+x@acme.test' })).toBe(
      `otpauth://totp/sign.acme.test:jo%2Bx%40acme.test?secret=${base32(SECRET)}&issuer=sign.acme.test`,
    );
  });
});
