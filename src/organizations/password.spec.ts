import { hashPassword, isPassword } from './password.js';

describe('passwords', () => {
  it('recognizes a password by its hash, however its letters are composed', async () => {
    const hash = await hashPassword('Caf\u00e9 con leche, por favor');
    expect(await isPassword('Cafe\u0301 con leche, por favor', hash)).toBe(true);
    expect(await isPassword('Cafe con leche, por favor', hash)).toBe(false);
  });

  it.each([null, '', 'scrypt$$', 'plain text'])(
    'never accepts a password when none is stored: %j',
    async (stored) => {
      expect(await isPassword('', stored)).toBe(false);
    },
  );

  it('recognizes hashes of another cost, and those from before hashes stated their cost', async () => {
    const former = 'scrypt$AAECAwQFBgcICQoLDA0ODw==$V9JvEwOaWmnUHBjeuZtiWkhFTPsyjzrMRUXrbGQPN2M=';
    expect(await isPassword('three unrelated words', former)).toBe(true);
    expect(await isPassword('three unrelated word', former)).toBe(false);
    const cheap = 'scrypt$10$AAECAwQFBgcICQoLDA0ODw==$9T3obRr1p/h9e95dQr+K7m/JqykeZgbH5fQHFDESkyA=';
    expect(await isPassword('three unrelated words', cheap)).toBe(true);
    expect(await isPassword('three unrelated words', cheap.replace('$10$', '$11$'))).toBe(false);
  });

  it('hashes the same password differently each time', async () => {
    expect(await hashPassword('the same words')).not.toBe(await hashPassword('the same words'));
  });
});
