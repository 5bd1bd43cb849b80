import { createHash } from 'node:crypto';
import {
  type BaseBlock,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
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
import { type SealingKey } from '../sealing-key.port.js';
import { OID } from './object-identifiers.js';

/** SignedAndUnsignedAttributes' kind (RFC 5652 §5.3). */
const SIGNED = 0;

/**
 * A detached signature over content of this SHA-256, in DER: CMS as CAdES and PAdES baseline want it (RFC 5652 §5,
 * ETSI EN 319 142-1 §6.3). The attributes are content type, message digest and signing certificate, and no signing time,
 * which a PDF names outside.
 */
export async function signDetached(contentSha256: Buffer, key: SealingKey): Promise<Buffer> {
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
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own!.issuer, serialNumber: own!.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.sha256 }),
    signedAttrs: attributes,
    signatureAlgorithm: signatureAlgorithm(key),
    signature: new OctetString({ valueHex: bytesOf(signature) }),
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

/** The attributes as they are signed: as a SET, whatever tag they carry in the message (RFC 5652 §5.4). */
function signedBytes(attributes: SignedAndUnsignedAttributes): Buffer {
  return Buffer.from(new Asn1Set({ value: attributes.attributes.map((each) => each.toSchema()) }).toBER());
}

/** DER orders a set by the encodings of its members (ITU-T X.690 §11.6). */
function inDerOrder(attributes: Attribute[]): Attribute[] {
  const encoded = attributes.map((each) => ({ each, der: Buffer.from(each.toSchema().toBER()) }));
  return encoded.sort((a, b) => Buffer.compare(a.der, b.der)).map(({ each }) => each);
}

const attribute = (type: string, value: BaseBlock) => new Attribute({ type, values: [value] });

/** ESS signing-certificate-v2 with SHA-256, its default (RFC 5035 §4). */
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

/** RSA is named without its hash, which stands beside it (RFC 5754 §3.2); ECDSA with it (RFC 5754 §3.3). */
function signatureAlgorithm({ algorithm }: SealingKey): AlgorithmIdentifier {
  return algorithm === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId: OID.rsaEncryption, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 });
}

/** A buffer of its own, as the ASN.1 library wants it. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;
