import { PinoLogger } from './pino-logger.js';

/** What is logged at the most verbose level. */
function logged(work: (logger: PinoLogger) => void): string {
  const lines: string[] = [];
  work(new PinoLogger('trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

const KEY = `sk_${'a1B2'.repeat(11)}`;
const TOKEN = '0123456789abcdef'.repeat(4);

describe('the log', () => {
  it.each([
    [
      'a message',
      (logger: PinoLogger) => logger.error(`refused ${KEY} of ann@example.test, ${TOKEN}`, 'Test'),
    ],
    [
      'an error',
      (logger: PinoLogger) => logger.error(new Error(`no such user ann@example.test ${KEY} ${TOKEN}`)),
    ],
    [
      'a stack',
      (logger: PinoLogger) => logger.error('failed', `at ann@example.test ${KEY} ${TOKEN}`, 'Test'),
    ],
    [
      'an object',
      (logger: PinoLogger) =>
        logger.debug({
          email: 'ann@example.test',
          request: { authorization: `Bearer ${KEY}`, token: TOKEN },
        }),
    ],
  ])('has no key, token or address that %s quotes', (_what, work) => {
    const log = logged(work);
    expect(log).toContain('[redacted]');
    expect(log).not.toContain(KEY);
    expect(log).not.toContain(TOKEN);
    expect(log).not.toContain('ann@example.test');
  });

  it('leaves ids, routes, paths and hashes of commits as they are', () => {
    const text =
      'file 17/0d2c4c1e-8f1b-4c57-9f0e-1a2b3c4d5e6f of GET /api/v1/signatures/:id at node_modules/@nestjs/core';
    expect(logged((logger) => logger.log(text, 'Test'))).toContain(text);
  });
});
