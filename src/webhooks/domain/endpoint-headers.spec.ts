import { type AppError } from '../../common/errors.js';
import { MAX_HEADER_VALUE, readHeaders, withoutValues } from './endpoint-headers.js';

const SECRET = 'Bearer 0123456789abcdef';

const problemsOf = (...entered: [name: string, value: string][]) => {
  try {
    readHeaders(entered.map(([name, value]) => ({ name, value })));
    return [];
  } catch (error) {
    return (error as AppError).details!.map(({ message }) => message);
  }
};

describe('headers of an endpoint', () => {
  it('are read without spaces around them, and without empty rows', () => {
    const entered = [
      { name: ' Authorization ', value: ` ${SECRET} ` },
      { name: '', value: '' },
      { name: 'Cf-Access-Client-Id', value: 'a b' },
    ];
    expect(readHeaders(entered)).toEqual([
      { name: 'Authorization', value: SECRET },
      { name: 'Cf-Access-Client-Id', value: 'a b' },
    ]);
  });

  it.each([
    ...['Host', 'Content-Type', 'content-length', 'CONTENT-ENCODING', 'Transfer-Encoding', 'Connection'],
    ...['Expect', 'Upgrade', 'Proxy-Authorization', 'Proxy-Connection', 'Cookie', 'User-Agent'],
    ...['X-Service-Signature', 'x-service-other', 'webhook-id', 'Webhook-Signature', 'traceparent'],
    ...['tracestate', 'Keep-Alive', 'TE', 'Trailer'],
  ])('cannot be %s', (name) => {
    expect(problemsOf([name, 'x'])).toEqual([expect.stringMatching(/^headers\[0\]\.name is reserved/)]);
  });

  it.each(['Authorization', 'X-Api-Key', 'Cf-Access-Client-Secret', 'Hostname', 'X-Cookie', 'Contents'])(
    'can be %s',
    (name) => {
      expect(problemsOf([name, 'x'])).toEqual([]);
    },
  );

  it.each(['a b', 'a:', 'ä', 'a\n', '(a)', 'x'.repeat(65)])('cannot be named %j', (name) => {
    expect(problemsOf([name, 'x'])).toEqual([expect.stringMatching(/^headers\[0\]\.name must /)]);
  });

  it.each(['a\rb', 'a\nb', 'a\0', 'a\tb', 'a\x7f', 'ключ', '', 'x'.repeat(MAX_HEADER_VALUE + 1)])(
    'cannot have the value %j, which is not repeated',
    (value) => {
      const [problem] = problemsOf(['X-Key', value]);
      expect(problem).toMatch(/^headers\[0\]\.value must (?:not be empty|have at most|consist of ASCII)/);
      if (value !== '') expect(problem).not.toContain(value);
    },
  );

  it('are five at most, each once', () => {
    const rows = Array.from({ length: 6 }, (_, index): [string, string] => [`X-${index}`, 'x']);
    expect(problemsOf(...rows)).toEqual(['headers must be 5 at most']);
    expect(problemsOf(['X-A', '1'], ['x-a', '2'])).toEqual(['headers[1].name is there twice']);
    expect(problemsOf(['', 'x'])).toEqual(['headers[0].name must not be empty']);
  });

  it('are taken out of what the receiver repeats', () => {
    const headers = [
      { name: 'Authorization', value: SECRET },
      { name: 'X-Key', value: 'quo"ted key' },
      { name: 'X-Env', value: 'test' },
    ];
    const echoed = JSON.stringify({
      all: SECRET,
      token: '0123456789abcdef',
      key: 'quo"ted key',
      env: 'test',
    });
    expect(withoutValues(echoed, headers)).toBe(
      '{"all":"[hidden]","token":"[hidden]","key":"[hidden]","env":"test"}',
    );
  });
});
