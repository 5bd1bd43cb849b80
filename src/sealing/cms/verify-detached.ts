import { createHash, verify, X509Certificate } from 'node:crypto';
import { type BaseBlock, fromBER, OctetString, Sequence } from 'asn1js';
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs';
import { OID } from './object-identifiers.js';

/** What a CMS message says about content of a digest. Nothing here says who is trusted. */
export interface DetachedVerdict {
  /** The message is over this content. */
  digestMatches: boolean;
  /** The signature over the message's attributes holds with the signer's certificate, which the attributes name. */
  signatureHolds: boolean;
  /** DER of the signer's certificate; null where the message does not hold it. */
  certificate: Buffer | null;
}

const UNREADABLE: DetachedVerdict = {
  digestMatches: false,
  signatureHolds: false,
  certificate: null,
};

/**
 * Checks a detached CMS signature with SHA-256 over content of this digest (RFC 5652 §5.6). Zeros behind the message, which
 * fill its place in a PDF, are ignored, and anything else there is not. What cannot be read does not hold; nothing is thrown.
 */
export function verifyDetached(message: Buffer, contentSha256: Buffer): DetachedVerdict {
  try {
    const { offset } = fromBER(new Uint8Array(message).buffer);
    if (offset < 0 || message.subarray(offset).some((byte) => byte !== 0)) return UNREADABLE;
    const content = ContentInfo.fromBER(message.subarray(0, offset));
    if (content.contentType !== OID.signedData) return UNREADABLE;
    const data = new SignedData({ schema: content.content });
    const [signer, ...others] = data.signerInfos;
    if (!signer || others.length > 0) return UNREADABLE;
    const certificates = (data.certificates ?? [])
      .filter((item) => item instanceof Certificate)
      .map((item) => Buffer.from(item.toSchema(true).toBER()));
    const certificate = certificates.find((der) => isOf(signer, der)) ?? null;
    return {
      digestMatches: octets(attributeValue(signer, OID.messageDigest))?.equals(contentSha256) ?? false,
      signatureHolds:
        certificate !== null && namesCertificate(signer, certificate) && holds(signer, certificate),
      certificate,
    };
  } catch {
    return UNREADABLE;
  }
}

function isOf({ sid }: SignerInfo, der: Buffer): boolean {
  const { issuer, serialNumber } = Certificate.fromBER(der);
  return (
    sid instanceof IssuerAndSerialNumber &&
    sid.issuer.isEqual(issuer) &&
    sid.serialNumber.isEqual(serialNumber)
  );
}

/** Over the attributes as a SET (RFC 5652 §5.4), by RSASSA-PKCS1-v1_5 or ECDSA, as the certificate's key is. */
function holds({ signedAttrs, signature }: SignerInfo, certificate: Buffer): boolean {
  if (!signedAttrs) return false;
  const { publicKey } = new X509Certificate(certificate);
  const signed = Buffer.from(signedAttrs.encodedValue);
  return verify('sha256', signed, publicKey, Buffer.from(signature.valueBlock.valueHexView));
}

/** The hash of signing-certificate-v2 is the certificate's (RFC 5035 §4), so that none takes its place. */
function namesCertificate(signer: SignerInfo, certificate: Buffer): boolean {
  const list = attributeValue(signer, OID.signingCertificateV2);
  const [names] = list instanceof Sequence ? list.valueBlock.value : [];
  const [first] = names instanceof Sequence ? names.valueBlock.value : [];
  const hash =
    first instanceof Sequence
      ? first.valueBlock.value.find((each) => each instanceof OctetString)
      : undefined;
  return octets(hash)?.equals(createHash('sha256').update(certificate).digest()) ?? false;
}

function attributeValue({ signedAttrs }: SignerInfo, type: string): BaseBlock | undefined {
  return signedAttrs?.attributes.find((attribute) => attribute.type === type)?.values[0] as
    BaseBlock | undefined;
}

function octets(value: BaseBlock | undefined): Buffer | null {
  return value instanceof OctetString ? Buffer.from(value.valueBlock.valueHexView) : null;
}
