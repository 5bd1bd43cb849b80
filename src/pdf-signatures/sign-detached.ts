import { createHash, X509Certificate } from 'node:crypto';
import {
  type BaseBlock,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Set as Asn1Set,
} from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { sha256 } from '../platform/crypto/tokens.js';
import { OID } from './cms/object-identifiers.js';
import { isValidAt } from './read-certificate.js';
import { type SealingKey } from './sealing-key.port.js';
import { type TimeStamper } from './time-stamper.port.js';
import { TimestampError } from './timestamp-error.js';

/** Kinds of SignedAndUnsignedAttributes (RFC 5652 §5.3). */
const SIGNED = 0;
const UNSIGNED = 1;
/** Tag class and number of ITU-T X.690 §8.1.2. */
const UNIVERSAL = 1;
const SEQUENCE = 16;

/**
 * A detached CMS signature (DER) for content with this SHA-256, as the CAdES and PAdES baseline levels require (RFC
 * 5652 §5, ETSI EN 319 142-1 §6.3). Its attributes are content type, message digest and signing certificate; the
 * signing time is in the PDF instead. With a stamper it also contains a time stamp of the signature (RFC 3161,
 * appendix A).
 * @throws TimestampError if no valid time stamp was obtained
 */
export async function signDetached(
  contentSha256: Buffer,
  key: SealingKey,
  stamper?: TimeStamper,
): Promise<Buffer> {
  const certificates = [key.certificate, ...key.chain].map((der) => Certificate.fromBER(der));
  const [own] = certificates;
  const attributes = new SignedAndUnsignedAttributes({
    type: SIGNED,
    attributes: inDerOrder([
      attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
      attribute(OID.messageDigest, new OctetString({ valueHex: bytesOf(contentSha256) })),
      attribute(OID.signingCertificateV2, signingCertificate(key.certificate, own!)),
    ]),
  });
  const signature = await key.sign(signedBytes(attributes));
  const unsignedAttrs = stamper && (await timeStampAttributes(signature, key, stamper));
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own!.issuer, serialNumber: own!.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
    signedAttrs: attributes,
    signatureAlgorithm: signatureAlgorithm(key),
    signature: new OctetString({ valueHex: bytesOf(signature) }),
    // The library treats an undefined value as present.
    ...(unsignedAttrs && { unsignedAttrs }),
  });
  const data = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: OID.sha256 })],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates,
    signerInfos: [info],
  });
  const content = new ContentInfo({ contentType: OID.signedData, content: data.toSchema(true) });
  return Buffer.from(content.toSchema().toBER());
}

async function timeStampAttributes(
  signature: Buffer,
  key: SealingKey,
  stamper: TimeStamper,
): Promise<SignedAndUnsignedAttributes> {
  const { token, time } = await stamper.stamp(sha256(signature));
  if (!isValidAt(new X509Certificate(key.certificate), time))
    throw new TimestampError('implausible_time', 'its time is outside the validity of our own certificate');
  const attributes = [attribute(OID.timeStampToken, verbatim(token))];
  return new SignedAndUnsignedAttributes({ type: UNSIGNED, attributes });
}

/** A DER SEQUENCE that is written unchanged, byte for byte: parts of it are signed. */
function verbatim(der: Buffer): BaseBlock {
  const { idBlock, lenBlock } = fromBER(bytesOf(der)).result;
  const content = bytesOf(der.subarray(idBlock.blockLength + lenBlock.blockLength));
  const block = new Primitive({ idBlock: { tagClass: UNIVERSAL, tagNumber: SEQUENCE }, valueHex: content });
  block.idBlock.isConstructed = true;
  return block;
}

/** The attributes in the form in which they are signed: as a SET, whatever their tag in the message (RFC 5652 §5.4). */
function signedBytes(attributes: SignedAndUnsignedAttributes): Buffer {
  return Buffer.from(new Asn1Set({ value: attributes.attributes.map((each) => each.toSchema()) }).toBER());
}

/** DER sorts the members of a set by their encodings (ITU-T X.690 §11.6). */
function inDerOrder(attributes: Attribute[]): Attribute[] {
  const encoded = attributes.map((each) => ({ each, der: Buffer.from(each.toSchema().toBER()) }));
  return encoded.sort((a, b) => Buffer.compare(a.der, b.der)).map(({ each }) => each);
}

const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] });

/** ESS signing-certificate-v2 with its default digest, SHA-256 (RFC 5035 §4). */
function signingCertificate(der: Buffer, { issuer, serialNumber }: Certificate): BaseBlock {
  const digest = createHash('sha256').update(der).digest();
  const names = new GeneralNames({ names: [new GeneralName({ type: 4, value: issuer })] });
  const issuerSerial = new Sequence({
    value: [names.toSchema(), new Integer({ valueHex: serialNumber.valueBlock.valueHexView })],
  });
  const certificateId = new Sequence({
    value: [new OctetString({ valueHex: bytesOf(digest) }), issuerSerial],
  });
  return new Sequence({ value: [new Sequence({ value: [certificateId] })] });
}

/** The identifier for RSA omits the digest (RFC 5754 §3.2); that for ECDSA includes it (RFC 5754 §3.3). */
function signatureAlgorithm({ algorithm }: SealingKey): AlgorithmIdentifier {
  return algorithm === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId: OID.rsaEncryption, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 });
}

/** A copy with its own ArrayBuffer, as the ASN.1 library requires. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;
