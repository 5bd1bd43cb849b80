import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

/** The claims of an answer. */
export interface Claims {
  origin: string;
  rpId: string;
  challenge: string;
  type: 'webauthn.get' | 'webauthn.create';
  isVerified: boolean;
  counter: number;
  userHandle: string;
}

/** A passkey in software that gives whatever answer a test needs (Web Authentication, sections 6.1 and 6.5). */
export class SoftPasskey {
  readonly id = randomBytes(16);
  readonly key: KeyObject;
  private readonly coseKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [x!, y!].map((part) => Buffer.from(part, 'base64url'));
    this.key = privateKey;
    this.coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      xBytes!,
      Buffer.from([0x22, 0x58, 0x20]),
      yBytes!,
    ]);
  }

  /** The browser's answer to a challenge for a new passkey, as JSON. */
  register(claims: Claims): string {
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([
      dataOf(claims, HAS_KEY),
      Buffer.alloc(16),
      length,
      this.id,
      this.coseKey,
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return this.answer({
      clientDataJSON: clientDataOf(claims).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The browser's answer to a challenge for an existing passkey, as JSON. */
  answerTo(claims: Claims): string {
    const [clientData, authData] = [clientDataOf(claims), dataOf(claims, 0)];
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.key);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: claims.userHandle,
    });
  }

  private answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }
}

const clientDataOf = ({ type, challenge, origin }: Claims) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function dataOf({ rpId, isVerified, counter }: Claims, more: number): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | more;
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}
