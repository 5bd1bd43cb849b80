import { isCommonPassword } from './common-password.js';

it.each([
  ['leaked often', ['1qaz2wsx3edc4rfv', 'MomsanalAdventure', '12345678987654321']],
  [
    'with digits and signs around it',
    ['Password1234567!', '2024!Liverpool!2024', '***trustno1***2026', 'iloveyou20262026'],
  ],
  ['several times', ['passwordpassword', 'PasswordPassword', 'abc123abc123abc123', 'dragondragondragon!']],
  [
    'a run of keys',
    ['123456789012345', '98765432109876543', 'abcdefghijklmnop', 'qwertyuiopasdfgh', '1qaz2wsx3edc4rfv5tgb'],
  ],
])('calls a password common: %s', (_why, passwords) => {
  expect(passwords.filter((password) => !isCommonPassword(password))).toEqual([]);
});

it('does not call a password common that only contains a common word, or that nobody would guess', () => {
  const fine = [
    'three unrelated words',
    'correct horse battery',
    'my dragon eats passwords',
    '8261-4093-7758-20',
    'kT4vZq9mWx2LbR7c',
    'пятнадцать букв',
    '🐎🔋📎🧷🪡🧵🪢🧶🎏🎐🎑🎎🎍🎋🎊',
  ];
  expect(fine.filter(isCommonPassword)).toEqual([]);
});

it('judges a password of the greatest length without delay', () => {
  expect(isCommonPassword('1'.repeat(100) + 'a' + '2'.repeat(99))).toBe(false);
});
