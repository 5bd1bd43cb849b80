import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { type IdentityVerificationPayload } from '../identity-verifications/identity-verification-payload.mapper.js';
import { type SignaturePayload } from '../signatures/signature-payload.mapper.js';
import { EVENT_TYPES, TEST_EVENT } from '../webhooks/domain/event-types.js';
import {
  type IdentityVerificationData,
  type SignatureData,
  verify,
  type VerifyOptions,
  type WebhookEventData,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify.js';

const SECRET = 'sk_webhook_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const OTHER = SECRET.replace('0', '1');
const EVENT = {
  webhookId: '6f1e…',
  event: 'signature.completed',
  data: { subject: 'Mietvertrag – Küche ✍' },
};
const BODY = Buffer.from(JSON.stringify(EVENT));
const NOW = new Date('2026-11-23T12:00:00Z');
const ID = 'msg_1';

const hmac = (secret: string | Buffer, ...parts: (string | Buffer)[]) =>
  parts.reduce((all, part) => all.update(part), createHmac('sha256', secret)).digest();
const serviceHeaders = (secret = SECRET, body = BODY) => ({
  'x-service-signature': hmac(secret, body).toString('hex'),
});
const secondsAt = (offset: number) => String(NOW.getTime() / 1_000 + offset);

/** The headers of Standard Webhooks with one `v1` for each secret. */
function standardHeaders(secrets: (string | Buffer)[], { age = 0, body = BODY } = {}) {
  const timestamp = secondsAt(-age);
  return {
    'webhook-id': ID,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${hmac(secret, `${ID}.${timestamp}.`, body).toString('base64')}`)
      .join(' '),
  };
}

const verifyNow = (headers: WebhookHeaders, secrets: string | string[] = SECRET, options?: VerifyOptions) =>
  verify(BODY, headers, secrets, { now: NOW, ...options });

/** The code with which the request is refused. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('a webhook with X-Service-Signature', () => {
  it.each([
    ['a Buffer', BODY],
    ['a Uint8Array', new Uint8Array(BODY)],
    ['a part of a larger buffer', Buffer.concat([Buffer.from('x'), BODY]).subarray(1)],
    ['a string', BODY.toString()],
  ])('verifies a webhook over %s', (_what, body) => {
    expect(verify(body, serviceHeaders(), SECRET)).toEqual(EVENT);
  });

  it.each<[string, WebhookHeaders]>([
    ['in any case', { 'X-Service-Signature': serviceHeaders()['x-service-signature'] }],
    ['in a list of one', { 'x-service-signature': [serviceHeaders()['x-service-signature']] }],
    ['in Headers of the Fetch API', new Headers(serviceHeaders())],
  ])('finds the header %s', (_where, headers) => {
    expect(verifyNow(headers)).toEqual(EVENT);
  });

  it('accepts either of two secrets', () => {
    expect(verifyNow(serviceHeaders(), [OTHER, SECRET])).toEqual(EVENT);
    expect(refusal(() => verifyNow(serviceHeaders(), [OTHER]))).toBe('no_match');
  });

  it('accepts the secret in its other form', () => {
    const other = `whsec_${Buffer.from(SECRET).toString('base64')}`;
    expect(verifyNow(serviceHeaders(), other)).toEqual(EVENT);
  });

  const right = serviceHeaders()['x-service-signature'];
  it.each<[string, string, WebhookHeaders]>([
    ['no_signature', 'absent', {}],
    ['no_signature', 'empty', { 'x-service-signature': '' }],
    ['malformed_signature', 'sent twice', { 'x-service-signature': [right, right] }],
    ['malformed_signature', 'joined from two', { 'x-service-signature': `${right}, ${right}` }],
    ['malformed_signature', 'in upper case', { 'x-service-signature': right.toUpperCase() }],
    ['malformed_signature', 'too short', { 'x-service-signature': right.slice(2) }],
    ['no_match', 'of another secret', serviceHeaders(OTHER)],
    ['no_match', 'of another body', serviceHeaders(SECRET, Buffer.from('{}'))],
  ])('refuses with %s if the signature is %s', (code, _what, headers) => {
    expect(refusal(() => verifyNow(headers))).toBe(code);
  });

  it('refuses a body in which any bit differs', () => {
    const accepted = [...BODY.keys()].filter((index) => {
      const altered = Buffer.from(BODY);
      altered[index]! ^= 1;
      return refusal(() => verify(altered, serviceHeaders(), SECRET)) !== 'no_match';
    });
    expect(accepted).toEqual([]);
  });

  it('refuses X-Service-Signature where a time is required', () => {
    const options = { requireTimestamp: true };
    expect(refusal(() => verifyNow(serviceHeaders(), SECRET, options))).toBe('no_signature');
    expect(verifyNow(standardHeaders([SECRET]), SECRET, options)).toEqual(EVENT);
  });

  it.each(['null', '[]', '{"webhookId":1,"event":"x"}', 'not JSON'])(
    'refuses the body %s, which is not an event',
    (text) => {
      const body = Buffer.from(text);
      expect(refusal(() => verify(body, serviceHeaders(SECRET, body), SECRET))).toBe('not_an_event');
    },
  );
});

describe('a webhook with the Standard Webhooks headers', () => {
  it('accepts a webhook if one of its signatures matches one of the secrets', () => {
    expect(verifyNow(standardHeaders([OTHER, SECRET]))).toEqual(EVENT);
    expect(verifyNow(standardHeaders([SECRET]), [OTHER, SECRET])).toEqual(EVENT);
    expect(refusal(() => verifyNow(standardHeaders([OTHER])))).toBe('no_match');
  });

  it('ignores signatures of unknown versions', () => {
    const headers = standardHeaders([SECRET]);
    const mixed = { ...headers, 'webhook-signature': `v9,abc ${headers['webhook-signature']} v1,` };
    expect(verifyNow(mixed)).toEqual(EVENT);
  });

  it.each([
    ['accepted', 300],
    ['accepted', -300],
    ['too_old', 301],
    ['too_new', -301],
  ])('answers %s %i seconds after a webhook was sent', (code, age) => {
    expect(refusal(() => verifyNow(standardHeaders([SECRET], { age })))).toBe(code);
  });

  it('accepts an older webhook if allowed to', () => {
    const headers = standardHeaders([SECRET], { age: 900 });
    expect(verifyNow(headers, SECRET, { toleranceSeconds: 1_000 })).toEqual(EVENT);
    expect(refusal(() => verifyNow(headers, SECRET, { now: new Date(NaN) }))).toBe('too_old');
  });

  const headers = standardHeaders([SECRET]);
  it.each<[string, string, object]>([
    ['no_signature', 'without an id', { 'webhook-id': undefined }],
    ['no_signature', 'without a time', { 'webhook-timestamp': undefined }],
    ['no_signature', 'without a signature', { 'webhook-signature': undefined }],
    ['malformed_timestamp', 'with a date as time', { 'webhook-timestamp': NOW.toISOString() }],
    ['malformed_timestamp', 'with a negative time', { 'webhook-timestamp': '-1' }],
    ['malformed_signature', 'with an unknown version', { 'webhook-signature': 'v2,abc' }],
    [
      'malformed_signature',
      'with too many signatures',
      { 'webhook-signature': 'v1,abc '.repeat(11) + headers['webhook-signature'] },
    ],
    ['no_match', 'with another id', { 'webhook-id': 'msg_2' }],
    ['no_match', 'with another time', { 'webhook-timestamp': secondsAt(1) }],
  ])('refuses with %s a webhook %s, even with X-Service-Signature', (code, _what, change) => {
    expect(refusal(() => verifyNow({ ...serviceHeaders(), ...headers, ...change }))).toBe(code);
  });

  it('verifies the specification’s example with its key', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    const example = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const now = new Date(1_614_265_330_000);
    // The signature is right; only the body is not one of our events.
    expect(refusal(() => verify(body, example, secret, { now }))).toBe('not_an_event');
    expect(refusal(() => verify(`${body} `, example, secret, { now }))).toBe('no_match');
  });

  it('verifies a webhook with a public key', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
    const whpk = `whpk_${raw.toString('base64')}`;
    const timestamp = secondsAt(0);
    const content = Buffer.concat([Buffer.from(`${ID}.${timestamp}.`), BODY]);
    const v1a = `v1a,${sign(null, content, privateKey).toString('base64')}`;
    const signed = { 'webhook-id': ID, 'webhook-timestamp': timestamp };
    expect(verifyNow({ ...signed, 'webhook-signature': v1a }, whpk)).toEqual(EVENT);
    expect(verifyNow({ ...signed, 'webhook-signature': `v1,abc ${v1a}` }, [SECRET, whpk])).toEqual(EVENT);
    const withOtherBit = (text: string) =>
      text.replace(/^(v1a,)(.)/, (_all, kind, first) => kind + (first === 'A' ? 'B' : 'A'));
    for (const wrong of ['v1a,abc', `v1,${v1a.slice(4)}`, withOtherBit(v1a)])
      expect(refusal(() => verifyNow({ ...signed, 'webhook-signature': wrong }, whpk))).toBe('no_match');
    expect(refusal(() => verifyNow(serviceHeaders(), whpk))).toBe('no_match');
  });
});

describe('a misconfigured receiver', () => {
  it.each([[EVENT], [undefined], [null], [7]])('explains what to do about the body %j', (body) => {
    expect(() => verify(body as never, serviceHeaders(), SECRET)).toThrow(/raw bytes.*express\.raw/s);
    expect(() => verify(body as never, serviceHeaders(), SECRET)).toThrow(TypeError);
  });

  it.each([[undefined], [''], [[]], [[undefined]], [[SECRET, '']]])(
    'reports the secrets %j as missing',
    (secrets) => {
      expect(() => verify(BODY, serviceHeaders(), secrets as never)).toThrow('got no secret');
    },
  );

  it.each(['hunter2', 'sk_live_x', 'whsec_', 'whsec_YWJj', 'whpk_YWJj', 'webhook_sk_'])(
    'reports that %s is not a secret, without repeating it',
    (secret) => {
      const call = () => verifyNow(serviceHeaders(), secret);
      expect(call).toThrow('must be the complete sk_webhook_…');
      expect(call).not.toThrow(secret === 'whsec_' ? 'whsec_Y' : secret);
    },
  );
});

describe('event types', () => {
  /** Fails the type check unless each is assignable to the other. */
  type Same<One, Other extends One> = One extends Other ? true : false;

  it('declares the same event types as the service', () => {
    const same: [
      Same<SignatureData, SignaturePayload>,
      Same<IdentityVerificationData, IdentityVerificationPayload>,
    ] = [true, true];
    expect(same).toEqual([true, true]);
    const types = {
      'signature.created': true,
      'signature.partially_signed': true,
      'signature.completed': true,
      'signature.rejected': true,
      'signature.expired': true,
      'signature.cancelled': true,
      'identity_verification.created': true,
      'identity_verification.started': true,
      'identity_verification.document_uploaded': true,
      'identity_verification.completed': true,
      'identity_verification.failed': true,
      'identity_verification.expired': true,
      'template.published': true,
      'signature.recipient_approved': true,
      'signature.recipient_viewed': true,
      'signature.recipient_rejected': true,
      'template.archived': true,
      'bulk_send.finished': true,
      'bulk_send.paused': true,
      'webhook.test': true,
    } satisfies Record<keyof WebhookEventData, true>;
    expect(Object.keys(types).sort()).toEqual([...EVENT_TYPES, TEST_EVENT].sort());
  });
});
