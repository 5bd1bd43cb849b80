import { newRecoveryCode, recoveryCodeKey } from './recovery-code.js';

describe('recovery codes', () => {
  it('makes recovery codes that differ and are recognized however they are typed', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(100);
    for (const code of codes) {
      expect(code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
      expect(recoveryCodeKey(typed)).toBe(recoveryCodeKey(code));
    }
  });

  it.each(['', '123456', 'K7QD-02MX-9HT', 'K7QD-02MX-9HTB-0', 'K7QD-02MX-9HT!'])(
    'does not take %j for a recovery code',
    (typed) => {
      expect(recoveryCodeKey(typed)).toBeNull();
    },
  );
});
