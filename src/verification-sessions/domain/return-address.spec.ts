import { returnAddress } from './return-address.js';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe('returnAddress', () => {
  test.each([
    ['https://shop.test/back', true, `https://shop.test/back?sessionId=${ID}&status=approved`],
    ['https://shop.test', false, `https://shop.test/?sessionId=${ID}&status=failed`],
    [
      'https://shop.test/?a=1%20b+c&d',
      true,
      `https://shop.test/?a=1%20b+c&d&sessionId=${ID}&status=approved`,
    ],
    ['https://shop.test/a#part', true, `https://shop.test/a?sessionId=${ID}&status=approved#part`],
    ['https://shop.test/?status=mine', false, `https://shop.test/?status=mine&sessionId=${ID}&status=failed`],
    ['https://shop.test/?', false, `https://shop.test/?sessionId=${ID}&status=failed`],
    ['myapp://verified', true, `myapp://verified?sessionId=${ID}&status=approved`],
    ['myapp:verified?x=1', true, `myapp:verified?x=1&sessionId=${ID}&status=approved`],
  ])('adds the result to %s, passed: %s', (url, passed, expected) => {
    expect(returnAddress(url, ID, passed)).toBe(expected);
  });
});
