import { createPublicKey, verify } from 'node:crypto';
import { newKeyPair, readSecretKey, signV1a } from './webhook-signature.js';

/**
 * The example of a `v1a` signature in the specification (Standard Webhooks 1.0.0, "Webhook headers"). Its message and key
 * come from the tests of the server from which it was taken.
 */
const EXAMPLE = {
  secretKey: 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  message: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: Buffer.from('{"test": 2432232314}'),
  },
  signature: 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
};

describe('signatures with a key pair', () => {
  it('signs the example of the specification with its signature', () => {
    expect(signV1a(EXAMPLE.message, readSecretKey(EXAMPLE.secretKey))).toBe(EXAMPLE.signature);
  });

  it('makes signatures that only the public key of the pair verifies', () => {
    const [pair, other] = [newKeyPair(), newKeyPair()];
    const given = signV1a(EXAMPLE.message, readSecretKey(pair.secretKey)).slice('v1a,'.length);
    const { id, timestamp, body } = EXAMPLE.message;
    const fits = ({ publicKey }: { publicKey: string }) => {
      const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(
        null,
        Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]),
        key,
        Buffer.from(given, 'base64'),
      );
    };
    expect([fits(pair), fits(other)]).toEqual([true, false]);
  });
});
