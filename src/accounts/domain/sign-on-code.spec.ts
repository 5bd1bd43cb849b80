import { newSignOnCode, signOnCodeIn } from './sign-on-code.js';

describe('the single sign-on code', () => {
  it('finds the sign-on code in what people type or paste', () => {
    const code = newSignOnCode();
    const address = `https://sign.acme.test/dashboard/sign-in/with/${code}`;
    for (const typed of [code, ` ${code.toUpperCase()} `, address, `${address}/`])
      expect(signOnCodeIn(typed)).toBe(code);
  });

  it.each(['', '/', 'acme', '../../../', `${newSignOnCode()}x`, 'a b'])(
    'finds no sign-on code in “%s”',
    (typed) => {
      expect(signOnCodeIn(typed)).toBeNull();
    },
  );
});
