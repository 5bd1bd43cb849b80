import { newSignOnCode, signOnCodeIn } from './sign-on-code.js';

describe('the code of a single sign-on', () => {
  it('is found in what people type or paste', () => {
    const code = newSignOnCode();
    const address = `https://sign.acme.test/dashboard/sign-in/with/${code}`;
    for (const typed of [code, ` ${code.toUpperCase()} `, address, `${address}/`])
      expect(signOnCodeIn(typed)).toBe(code);
  });

  it.each(['', '/', 'acme', '../../../', `${newSignOnCode()}x`, 'a b'])('is not found in “%s”', (typed) => {
    expect(signOnCodeIn(typed)).toBeNull();
  });
});
