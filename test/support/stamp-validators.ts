import { PDF } from '@libpdf/core';
import { type BaseBlock, fromBER } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { type PdfSignature, readSignatures } from '../../src/pdf-signatures/read-signatures.js';
import { ask } from './validators.js';

export interface StampVerdict {
  field: string;
  stands: 'in' | 'over';
  accepted: boolean;
}

/**
 * The verdict of `openssl ts -verify` on every time stamp in a PDF, trusting only the roots in `caFile` (PEM). By
 * field: `in` for a stamp in a signature, over its bytes; `over` for one over the document.
 */
export async function opensslStamps(pdf: Buffer, caFile: string): Promise<StampVerdict[]> {
  return readSignatures(await PDF.load(pdf), pdf).flatMap<StampVerdict>((signature) => {
    const field = signature.fieldName;
    if (!isMessage(signature)) {
      const accepted = acceptsToken(signature.contents, signedBytes(pdf, signature), caFile);
      return [{ field, stands: 'over', accepted }];
    }
    const [info] = new SignedData({ schema: ContentInfo.fromBER(signature.contents).content }).signerInfos;
    const value = Buffer.from(info!.signature.valueBlock.valueHexView);
    const tokens = (info!.unsignedAttrs?.attributes ?? []).filter(({ type }) => type === TIME_STAMP_TOKEN);
    return tokens.map(({ values }) => {
      const token = Buffer.from((values[0] as BaseBlock).toBER());
      return { field, stands: 'in', accepted: acceptsToken(token, value, caFile) };
    });
  });
}

/** Whether `openssl verify` accepts a certificate, given a revocation list for each one in its chain (all in DER). */
export function opensslFindsUnrevoked(certificate: Buffer, roots: Buffer[], lists: Buffer[]): boolean {
  const files = {
    'certificate.pem': pemOf('CERTIFICATE', certificate),
    'roots.pem': roots.map((root) => pemOf('CERTIFICATE', root)).join(''),
    'lists.pem': lists.map((list) => pemOf('X509 CRL', list)).join(''),
  };
  const args = ['-crl_check', '-CAfile', 'roots.pem', '-CRLfile', 'lists.pem', 'certificate.pem'];
  return ask('openssl', ['verify', ...args], files).status === 0;
}

const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

function acceptsToken(token: Buffer, content: Buffer, caFile: string): boolean {
  const args = ['-token_in', '-in', 'token', '-data', 'content', '-CAfile', caFile];
  return ask('openssl', ['ts', '-verify', ...args], { token: onlyMessage(token), content }).status === 0;
}

/** Removes the zeros that pad the reserved space. */
function onlyMessage(contents: Buffer): Buffer {
  return contents.subarray(0, fromBER(new Uint8Array(contents).buffer).offset);
}

const isMessage = ({ subFilter }: PdfSignature) => subFilter !== 'ETSI.RFC3161';

const signedBytes = (pdf: Buffer, { gap }: PdfSignature) =>
  Buffer.concat([pdf.subarray(0, gap.start), pdf.subarray(gap.end, gap.coveredBytes)]);

const pemOf = (kind: string, der: Buffer) =>
  `-----BEGIN ${kind}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;
