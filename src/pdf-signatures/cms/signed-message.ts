import { createHash, X509Certificate } from 'node:crypto';
import { type BaseBlock, Constructed, fromBER, OctetString, Primitive, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { DIGESTS, OID } from './object-identifiers.js';
import { ALL_DIGESTS, checkedAlgorithm, holdsOver, isWeak } from './signature-algorithms.js';

/** A CMS message with any number of signers (RFC 5652 §5). */
export interface Message {
  data: SignedData;
  /** DER of every certificate in it, in order. */
  certificates: Buffer[];
}

/** A CMS message with one signer. */
export interface SignedMessage extends Message {
  signer: SignerInfo;
  /** DER of the signer's certificate; null if the message does not contain it. */
  certificate: Buffer | null;
}

/** Object identifier of the extension (RFC 5280 §4.2.1.2). */
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';

/**
 * Parses a CMS message. Zeros after it, which pad it in a PDF, are ignored.
 * @throws Error if it is not a signed message, or anything else follows it
 */
export function readMessage(bytes: Buffer): Message {
  const { offset, result } = fromBER(new Uint8Array(bytes).buffer);
  if (offset < 0 || bytes.subarray(offset).some((byte) => byte !== 0))
    throw new Error('Not a CMS message, or followed by other bytes');
  const content = ContentInfo.fromBER(bytes.subarray(0, offset));
  if (content.contentType !== OID.signedData) throw new Error('The CMS message is not signed data');
  return { data: new SignedData({ schema: content.content }), certificates: certificatesIn(result) };
}

/** Like `readMessage`, for a message with exactly one signer. @throws Error also if it has none or several */
export function readSignedMessage(bytes: Buffer): SignedMessage {
  const message = readMessage(bytes);
  const [signer, ...others] = message.data.signerInfos;
  if (!signer || others.length > 0)
    throw new Error(`The CMS message has ${message.data.signerInfos.length} signers instead of 1`);
  return { ...message, signer, certificate: certificateOf(signer, message.certificates) };
}

const SEQUENCE = 16;

/** The certificates byte for byte, which parsing and re-encoding would not guarantee. */
function certificatesIn(message: BaseBlock): Buffer[] {
  const data = members(members(members(message)[1])[0]);
  const certificates = data.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  return members(certificates)
    .filter(({ idBlock }) => idBlock.tagClass === 1 && idBlock.tagNumber === SEQUENCE)
    .map(({ valueBeforeDecodeView }) => Buffer.from(valueBeforeDecodeView));
}

const members = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Constructed || block instanceof Sequence ? block.valueBlock.value : [];

/** The signer's certificate (DER), found by issuer and serial number or by key identifier (RFC 5652 §5.3). */
export function certificateOf({ sid }: SignerInfo, certificates: Buffer[]): Buffer | null {
  return certificates.find((der) => isOf(sid, der)) ?? null;
}

function isOf(sid: SignerInfo['sid'], der: Buffer): boolean {
  const { issuer, serialNumber, extensions } = Certificate.fromBER(der);
  if (sid instanceof IssuerAndSerialNumber)
    return sid.issuer.isEqual(issuer) && sid.serialNumber.isEqual(serialNumber);
  const extension = extensions?.find(({ extnID }) => extnID === SUBJECT_KEY_IDENTIFIER);
  const identifier = octetsOf(extension?.parsedValue as BaseBlock | undefined);
  return sid instanceof Primitive && identifier?.equals(Buffer.from(sid.valueBlock.valueHexView)) === true;
}

/** The signer's digest by its `node:crypto` name; undefined if it is not in the SHA-2 family. */
export const digestOf = ({ digestAlgorithm }: SignerInfo): string | undefined =>
  DIGESTS[digestAlgorithm.algorithmId];

/**
 * How the signature over the message's attributes (as a SET, RFC 5652 §5.4) was made; null if it does not verify with this
 * certificate, to which the attributes must refer.
 */
export function verifiedAlgorithm(
  signer: SignerInfo,
  certificate: Buffer,
): { digest: string; isWeak: boolean } | null {
  const algorithm = checkedAlgorithm(signer);
  const { publicKey } = new X509Certificate(certificate);
  if (!signer.signedAttrs || !algorithm) return null;
  if (algorithm.signedDigest !== algorithm.digest || namedCertificate(signer, certificate) !== 'this')
    return null;
  const signed = Buffer.from(signer.signedAttrs.encodedValue);
  if (!holdsOver(signed, signatureOf(signer), algorithm, publicKey)) return null;
  return { digest: algorithm.digest, isWeak: isWeak(algorithm, publicKey) };
}

/** Whether the signature verifies with this certificate and uses no weak algorithm. */
export const signatureHolds = (signer: SignerInfo, certificate: Buffer): boolean =>
  verifiedAlgorithm(signer, certificate)?.isWeak === false;

export const signatureOf = ({ signature }: SignerInfo) => Buffer.from(signature.valueBlock.valueHexView);

/** Whether the attributes refer to this certificate by its hash, so that it cannot be substituted (RFC 5035 §3, §4). */
export function namedCertificate(signer: SignerInfo, certificate: Buffer): 'this' | 'another' | 'none' {
  const second = signedValue(signer, OID.signingCertificateV2);
  const attribute = second ?? signedValue(signer, OID.signingCertificate);
  if (!attribute) return 'none';
  const identifier = members(members(members(attribute)[0])[0]);
  // The digest algorithm comes first, and only if it is not the default.
  const [head] = identifier;
  const fallback = second ? OID.sha256 : OID.sha1;
  const algorithm =
    head instanceof Sequence ? new AlgorithmIdentifier({ schema: head }).algorithmId : fallback;
  const digest = ALL_DIGESTS[algorithm];
  const hash = octetsOf(identifier.find((each) => each instanceof OctetString));
  if (!digest || !hash) return 'another';
  return hash.equals(createHash(digest).update(certificate).digest()) ? 'this' : 'another';
}

/** The value of a signed attribute; undefined if it is missing or has several (RFC 5652 §11). */
export function signedValue({ signedAttrs }: SignerInfo, type: string): BaseBlock | undefined {
  const values = signedAttrs?.attributes
    .filter((attribute) => attribute.type === type)
    .flatMap((attribute) => attribute.values as BaseBlock[]);
  return values?.length === 1 ? values[0] : undefined;
}

export function octetsOf(value: BaseBlock | undefined): Buffer | null {
  return value instanceof OctetString ? Buffer.from(value.getValue()) : null;
}
