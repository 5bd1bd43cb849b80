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
  it('reads headers without surrounding spaces and empty rows', () => {
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
  ])('refuses the reserved header %s', (name) => {
    expect(problemsOf([name, 'x'])).toEqual([expect.stringMatching(/^headers\[0\]\.name is reserved/)]);
  });

  it.each(['Authorization', 'X-Api-Key', 'Cf-Access-Client-Secret', 'Hostname', 'X-Cookie', 'Contents'])(
    'accepts the header %s',
    (name) => {
      expect(problemsOf([name, 'x'])).toEqual([]);
    },
  );

  it.each(['a b', 'a:', 'ä', 'a\n', '(a)', 'x'.repeat(65)])('refuses the header name %j', (name) => {
    expect(problemsOf([name, 'x'])).toEqual([expect.stringMatching(/^headers\[0\]\.name must /)]);
  });

  it.each(['a\rb', 'a\nb', 'a\0', 'a\tb', 'a\x7f', 'ключ', '', 'x'.repeat(MAX_HEADER_VALUE + 1)])(
    'refuses the header value %j without repeating it',
    (value) => {
      const [problem] = problemsOf(['X-Key', value]);
      expect(problem).toMatch(/^headers\[0\]\.value must (?:not be empty|have at most|consist of ASCII)/);
      if (value !== '') expect(problem).not.toContain(value);
    },
  );

  it('accepts at most five headers, each once', () => {
    const rows = Array.from({ length: 6 }, (_, index): [string, string] => [`X-${index}`, 'x']);
    expect(problemsOf(...rows)).toEqual(['headers must have at most 5 entries']);
    expect(problemsOf(['X-A', '1'], ['x-a', '2'])).toEqual(['headers[1].name appears twice']);
    expect(problemsOf(['', 'x'])).toEqual(['headers[0].name must not be empty']);
  });

  it('hides the values of headers that the receiver repeats', () => {
    const headers = [
      { name: 'Authorization', value: SECRET },
      { name: 'X-Key', value: 'quo"ted key' },
      { name: 'X-Short', value: 'pa55' },
      { name: 'X-Version', value: '12' },
    ];
    const echoed = JSON.stringify({
      all: SECRET,
      token: '0123456789abcdef',
      key: 'quo"ted key',
      short: 'pa55',
      within: 'pa55port',
      version: '12',
    });
    expect(withoutValues(echoed, headers)).toBe(
      '{"all":"[hidden]","token":"[hidden]","key":"[hidden]","short":"[hidden]","within":"pa55port","version":"12"}',
    );
  });

  it('hides the part of a value with which an answer breaks off', () => {
    const headers = [{ name: 'Authorization', value: SECRET }];
    expect(withoutValues(`you sent ${SECRET.slice(0, -1)}`, headers)).toBe('you sent [hidden]');
    expect(withoutValues(`you sent ${SECRET.slice(0, 12)}`, headers)).toBe('you sent [hidden]');
    expect(withoutValues('you sent Bear', headers)).toBe('you sent Bear');
  });
});
