import { passwordProblem } from './new-password.policy.js';

const KNOWN = ['jane.doe@meridian.test'];

it.each([
  ['', 'dashboard.password.tooShort'],
  ['fourteen chars', 'dashboard.password.tooShort'],
  ['x'.repeat(201), 'dashboard.password.tooLong'],
  ['aaaaaaaaaaaaaaaaaaaa', 'dashboard.password.tooSimple'],
  ['Password1234567!', 'dashboard.password.common'],
  ['Jane.Doe@meridian.test', 'dashboard.password.tooSimple'],
])('refuses the password %j', (password, key) => {
  expect(passwordProblem(password, KNOWN)).toMatchObject({ key });
});

it.each(['correct horse battery', 'пятнадцать букв', '🐎🔋📎🧷🪡🧵🪢🧶🎏🎐🎑🎎🎍🎋🎊'])(
  'accepts the password %j',
  (password) => {
    expect(passwordProblem(password, KNOWN)).toBeNull();
  },
);
