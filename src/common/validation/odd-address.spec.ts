import { oddAddress } from './odd-address.js';

describe('an odd address', () => {
  it.each([
    ['bob@example', null],
    ['bob@localhost', null],
    ['anna@gmial.com', 'anna@gmail.com'],
    ['Anna.M+1@GMAI.com', 'Anna.M+1@gmail.com'],
    ['anna@gmaill.com', 'anna@gmail.com'],
    ['anna@gnail.com', 'anna@gmail.com'],
    ['anna@yahoo.co', 'anna@yahoo.com'],
    ['anna@hotmial.co.uk', 'anna@hotmail.co.uk'],
    [' anna@outlok.com ', 'anna@outlook.com'],
  ])('is %s', (email, meant) => {
    expect(oddAddress(email)).toMatchObject({ meant });
  });

  it.each([
    'anna@gmail.com',
    'anna@mail.com',
    'anna@ymail.com',
    'anna@acme.test',
    'anna@gmial.co',
    'anna@gmx.de',
    'anna',
    'anna@',
    '',
    'a@b@example',
  ])('is not %s', (email) => {
    expect(oddAddress(email)).toBeNull();
  });
});
