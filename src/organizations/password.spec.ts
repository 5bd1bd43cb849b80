import { hashPassword, isPassword } from './password.js';

describe('a password', () => {
  it('is recognized by its hash, however its letters are composed', async () => {
    const hash = await hashPassword('Caf\u00e9 con leche, por favor');
    expect(await isPassword('Cafe\u0301 con leche, por favor', hash)).toBe(true);
    expect(await isPassword('Cafe con leche, por favor', hash)).toBe(false);
  });

  it.each([null, '', 'scrypt$$', 'plain text'])('is never right if there is none: %j', async (stored) => {
    expect(await isPassword('', stored)).toBe(false);
  });

  it('has another hash each time', async () => {
    expect(await hashPassword('the same words')).not.toBe(await hashPassword('the same words'));
  });
});
