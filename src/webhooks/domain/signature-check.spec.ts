import { createHmac } from 'node:crypto';
import { checkPasted, type KnownSecret, type SignatureFinding } from './signature-check.js';
import { newKeyPair, readSecretKey, signV1a } from './webhook-signature.js';

const CURRENT = { which: 'current', secret: 'sk_webhook_current' } as const;
const NEXT = { which: 'next', secret: 'sk_webhook_next' } as const;
const PAIR = newKeyPair();
const PUBLIC = { which: 'public_key', secret: PAIR.publicKey } as const;
const BODY = '{"webhookId":"6f1e","data":{"subject":"Küche ✍"}}';
const NOW = new Date('2026-11-23T12:00:00Z');
const SERVICE = 'x-service-signature';
const SIGNATURE = 'webhook-signature';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();
const service = ({ secret }: KnownSecret = CURRENT, body = BODY) =>
  `Content-Type: application/json\nX-Service-Signature: ${hmac(secret, body).toString('hex')}`;

function standard({ secret }: KnownSecret = CURRENT, minutesAgo = 0, body = BODY): string {
  const timestamp = NOW.getTime() / 1_000 - minutesAgo * 60;
  const v1 = hmac(secret, `msg_1.${timestamp}.${body}`).toString('base64');
  return `webhook-id: msg_1\nwebhook-timestamp: ${timestamp}\nwebhook-signature: v1a,abc v1,${v1}`;
}

/** Headers with nothing but the signature of the organization's key pair. */
function byKeyPair({ secretKey } = PAIR): string {
  const timestamp = NOW.getTime() / 1_000;
  const v1a = signV1a({ id: 'msg_1', timestamp, body: Buffer.from(BODY) }, readSecretKey(secretKey));
  return `webhook-id: msg_1\nwebhook-timestamp: ${timestamp}\nwebhook-signature: ${v1a}`;
}

const check = (headers: string, body = BODY, recorded: string | null = null) =>
  checkPasted({ headers, body }, [CURRENT, NEXT, PUBLIC], {
    recorded: recorded === null ? null : Buffer.from(recorded),
    now: NOW,
  });
const right = (header: string, which: string, form = 'as_pasted') => ({ what: 'right', header, which, form });

describe('a pasted webhook', () => {
  it.each<[string, string, string, unknown[]]>([
    ['signed with the current secret', service(), BODY, [right(SERVICE, 'current')]],
    ['signed with the next secret', service(NEXT), BODY, [right(SERVICE, 'next')]],
    [
      'with both signatures',
      `${service()}\n${standard()}`,
      BODY,
      [right(SERVICE, 'current'), right(SIGNATURE, 'current')],
    ],
    [
      'as an argument of curl',
      `-H 'x-service-signature: ${hmac(CURRENT.secret, BODY).toString('hex')}' \\`,
      BODY,
      [right(SERVICE, 'current')],
    ],
    ['followed by a line break', service(), `${BODY}\r\n`, [right(SERVICE, 'current', 'trimmed')]],
    [
      'whose JSON was reformatted',
      service(),
      JSON.stringify(JSON.parse(BODY), null, 2).replaceAll('\n', '\r\n'),
      [right(SERVICE, 'current', 'compact')],
    ],
    [
      'signed with another secret',
      service({ which: 'current', secret: 'sk_webhook_other' }),
      BODY,
      [{ what: 'no_match', header: SERVICE }],
    ],
    ['without a signature', 'Content-Type: application/json', BODY, [{ what: 'no_signature' }]],
    ['with a cut signature', 'X-Service-Signature: 5f2c', BODY, [{ what: 'malformed', header: SERVICE }]],
    ['with two signatures', `${service()}\n${service()}`, BODY, [{ what: 'header_twice', header: SERVICE }]],
    [
      'without a time',
      standard().replace(/webhook-timestamp.*\n/, ''),
      BODY,
      [{ what: 'header_missing', header: 'webhook-timestamp' }],
    ],
    [
      'with a date as time',
      standard().replace(/(webhook-timestamp: ).*/, '$12026-11-23'),
      BODY,
      [{ what: 'malformed', header: 'webhook-timestamp' }],
    ],
    [
      'with a cut v1',
      standard().replace(/v1,.*/, 'v1,abc'),
      BODY,
      [{ what: 'malformed', header: SIGNATURE }],
    ],
    ['signed with the key pair alone', byKeyPair(), BODY, [right(SIGNATURE, 'public_key')]],
    [
      'signed with another key pair',
      byKeyPair(newKeyPair()),
      BODY,
      [{ what: 'no_match', header: SIGNATURE }],
    ],
    [
      'that is old',
      standard(CURRENT, 42),
      BODY,
      [right(SIGNATURE, 'current'), { what: 'wrong_time', minutes: 42, isAhead: false }],
    ],
    [
      'from the future',
      standard(NEXT, -6),
      BODY,
      [right(SIGNATURE, 'next'), { what: 'wrong_time', minutes: 6, isAhead: true }],
    ],
    [
      'cut in the middle',
      service(),
      BODY.slice(0, 20),
      [{ what: 'no_match', header: SERVICE }, { what: 'not_json' }],
    ],
  ])('judges a webhook %s', (_what, headers, body, expected) => {
    expect(check(headers, body)).toEqual(expected);
  });

  it('shows where an altered webhook differs from the record', () => {
    const altered = BODY.replace('Küche', 'Keller');
    const expected: SignatureFinding[] = [
      { what: 'right', header: SERVICE, which: 'current', form: 'recorded' },
      { what: 'body_differs', byte: Buffer.from(BODY).indexOf('ü') },
    ];
    expect(check(service(), altered, BODY)).toEqual(expected);
    expect(check(service(), `${BODY}\n`, BODY)).toEqual([right(SERVICE, 'current', 'trimmed')]);
  });

  it('never returns a secret', () => {
    const found = JSON.stringify([check(service()), check(standard(NEXT, 99)), check('', '')]);
    expect(found).not.toContain('sk_webhook');
  });
});
