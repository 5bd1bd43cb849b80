import { createHash, verify, X509Certificate } from 'node:crypto';
import { type BaseBlock, Constructed, fromBER, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { DIGESTS, OID, SIGNATURE_DIGESTS } from './object-identifiers.js';

/** A CMS message with one signer (RFC 5652 §5). */
export interface SignedMessage {
  data: SignedData;
  signer: SignerInfo;
  /** DER of every certificate in it, in its order. */
  certificates: Buffer[];
  /** That of its signer; null where the message does not hold it. */
  certificate: Buffer | null;
}

/**
 * Reads a message of one signer. Zeros behind it, which fill its place in a PDF, are ignored.
 * @throws Error where it is none, or anything else stands behind it
 */
export function readSignedMessage(bytes: Buffer): SignedMessage {
  const { offset, result } = fromBER(new Uint8Array(bytes).buffer);
  if (offset < 0 || bytes.subarray(offset).some((byte) => byte !== 0)) throw new Error('No CMS message');
  const content = ContentInfo.fromBER(bytes.subarray(0, offset));
  if (content.contentType !== OID.signedData) throw new Error('No signed CMS message');
  const data = new SignedData({ schema: content.content });
  const [signer, ...others] = data.signerInfos;
  if (!signer || others.length > 0) throw new Error('Not the message of one signer');
  const certificates = certificatesIn(result);
  return {
    data,
    signer,
    certificates,
    certificate: certificates.find((der) => isOf(signer, der)) ?? null,
  };
}

const SEQUENCE = 16;

/** Byte for byte as they stand there, which reading and writing them again need not give. */
function certificatesIn(message: BaseBlock): Buffer[] {
  const data = members(members(members(message)[1])[0]);
  const certificates = data.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  return members(certificates)
    .filter(({ idBlock }) => idBlock.tagClass === 1 && idBlock.tagNumber === SEQUENCE)
    .map(({ valueBeforeDecodeView }) => Buffer.from(valueBeforeDecodeView));
}

const members = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Constructed || block instanceof Sequence ? block.valueBlock.value : [];

/** By issuer and number, the only way in which we and time stamp authorities name a signer. */
function isOf({ sid }: SignerInfo, der: Buffer): boolean {
  const { issuer, serialNumber } = Certificate.fromBER(der);
  return (
    sid instanceof IssuerAndSerialNumber &&
    sid.issuer.isEqual(issuer) &&
    sid.serialNumber.isEqual(serialNumber)
  );
}

/** The digest that the signer used, as `node:crypto` names it; undefined for any that is not of the SHA-2 family. */
export const digestOf = ({ digestAlgorithm }: SignerInfo): string | undefined =>
  DIGESTS[digestAlgorithm.algorithmId];

/**
 * Whether the signature over the message's attributes holds with this certificate, which they must name. It is over the
 * attributes as a SET (RFC 5652 §5.4), by RSASSA-PKCS1-v1_5 or ECDSA, as the certificate's key is.
 */
export function signatureHolds(signer: SignerInfo, certificate: Buffer): boolean {
  const { signedAttrs, signatureAlgorithm, signature } = signer;
  const digest = digestOf(signer);
  if (!signedAttrs || !digest || !namesCertificate(signer, certificate)) return false;
  const { algorithmId } = signatureAlgorithm;
  const isBare = algorithmId === OID.rsaEncryption || algorithmId === OID.ecPublicKey;
  if (!isBare && SIGNATURE_DIGESTS[algorithmId] !== digest) return false;
  const { publicKey } = new X509Certificate(certificate);
  const signed = Buffer.from(signedAttrs.encodedValue);
  return verify(digest, signed, publicKey, Buffer.from(signature.valueBlock.valueHexView));
}

/** The hash of the signing certificate's attribute is the certificate's (RFC 5035 §3, §4), so that none takes its place. */
function namesCertificate(signer: SignerInfo, certificate: Buffer): boolean {
  const second = firstIdentifier(signedValue(signer, OID.signingCertificateV2));
  const [list, fallback] = second
    ? [second, OID.sha256]
    : [firstIdentifier(signedValue(signer, OID.signingCertificate)), OID.sha1];
  if (!list) return false;
  // The digest stands first only where it is not the default.
  const [head] = list;
  const algorithm =
    head instanceof Sequence ? new AlgorithmIdentifier({ schema: head }).algorithmId : fallback;
  const digest = algorithm === OID.sha1 ? 'sha1' : DIGESTS[algorithm];
  const hash = octetsOf(list.find((each) => each instanceof OctetString));
  return digest !== undefined && (hash?.equals(createHash(digest).update(certificate).digest()) ?? false);
}

/** Members of the first ESSCertID or ESSCertIDv2 of such an attribute. */
function firstIdentifier(attribute: BaseBlock | undefined): BaseBlock[] | undefined {
  const [first] = members(members(attribute)[0]);
  return first && members(first);
}

/** The only value of a signed attribute; undefined where it is missing or has several (RFC 5652 §11). */
export function signedValue({ signedAttrs }: SignerInfo, type: string): BaseBlock | undefined {
  const values = signedAttrs?.attributes
    .filter((attribute) => attribute.type === type)
    .flatMap((attribute) => attribute.values as BaseBlock[]);
  return values?.length === 1 ? values[0] : undefined;
}

export function octetsOf(value: BaseBlock | undefined): Buffer | null {
  return value instanceof OctetString ? Buffer.from(value.getValue()) : null;
}
