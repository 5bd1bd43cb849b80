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
    [
      'a text deep in an object',
      (logger: PinoLogger) =>
        logger.debug({ rows: [{ note: { detail: `for ann@example.test with ${KEY}, ${TOKEN}` } }] }),
    ],
    [
      'an error in an object',
      (logger: PinoLogger) => logger.warn({ cause: new Error(`${KEY} of ann@example.test ${TOKEN}`) }),
    ],
    [
      'the name of a member',
      (logger: PinoLogger) => logger.warn({ [`ann@example.test ${KEY} ${TOKEN}`]: 'unknown' }),
    ],
    [
      'a text longer than the limit, at its cut',
      (logger: PinoLogger) => logger.error(`${TOKEN} ${'x '.repeat(4_960)}${KEY}, ann@example.test`),
    ],
  ])('redacts keys, tokens and addresses in %s', (_what, work) => {
    const log = logged(work);
    expect(log).toContain('[redacted]');
    expect(log).not.toContain(KEY);
    expect(log).not.toContain(TOKEN);
    expect(log).not.toContain('ann@example.test');
  });

  it('redacts credentials in addresses, and private members whatever their spelling', () => {
    const log = logged((logger) =>
      logger.warn({
        url: 'postgres://countersign:hunter2!@localhost/db redis://:hunter2!@cache',
        error: { headers: { 'X-API-Key': 'hunter2!' }, 'Set-Cookie': 'hunter2!', remote_address: 'hunter2!' },
      }),
    );
    expect(log).not.toContain('hunter2');
    expect(log).toContain('postgres://[redacted]localhost/db');
  });

  it('limits its lines, however deep and large an object is, and shows no bytes', () => {
    const circle: Record<string, unknown> = { rows: [...'x'.repeat(5_000)] };
    circle.self = circle;
    circle.text = 'word '.repeat(50_000);
    const log = logged((logger) => logger.warn({ picture: Buffer.from('%PDF-1.7'), self: circle }));
    expect(log.length).toBeLessThan(20_000);
    expect(JSON.parse(log)).toMatchObject({ picture: '[8 bytes]', self: { self: {} } });
  });

  it('leaves ids, routes, paths and commit hashes as they are', () => {
    const text =
      'file 17/0d2c4c1e-8f1b-4c57-9f0e-1a2b3c4d5e6f of GET /api/v1/signatures/:id at node_modules/@nestjs/core';
    expect(logged((logger) => logger.log(text, 'Test'))).toContain(text);
  });
});
