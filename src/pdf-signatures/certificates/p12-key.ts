import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { P12Signer } from '@libpdf/core';
import { fromBER } from 'asn1js';
import {
  type CertBag,
  Certificate,
  PFX,
  type PKCS8ShroudedKeyBag,
  type PrivateKeyInfo,
  type SafeContents,
} from 'pkijs';

/** The contents of a PKCS#12 file, in file order. */
export interface P12Contents {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

interface Bag {
  bagId: string;
  bagValue: unknown;
}

/** PKCS#12 (RFC 7292 §4.2). */
const BAG = {
  key: '1.2.840.113549.1.12.10.1.1',
  shroudedKey: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
} as const;

/**
 * Reads a PKCS#12 file (RFC 7292), encrypted with AES or older ciphers.
 * @throws Error if it is not one, or the passphrase is wrong
 */
export async function readP12(file: Buffer, passphrase: string): Promise<P12Contents> {
  // P12Signer picks the last key and the first certificate, but opening a file with it teaches pkijs to read RC2 and
  // 3DES.
  await P12Signer.create(new Uint8Array(), '').catch(() => undefined);
  const password = new Uint8Array(new TextEncoder().encode(passphrase)).buffer;
  const pfx = new PFX({ schema: fromBER(new Uint8Array(file).buffer).result });
  await pfx.parseInternalValues({ password });
  const safe = pfx.parsedValue!.authenticatedSafe!;
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
  const contents: P12Contents = { keys: [], certificates: [] };
  const opened = safe.parsedValue as { safeContents: { value: SafeContents }[] };
  const bags: readonly Bag[] = opened.safeContents.flatMap(({ value }) => value.safeBags);
  for (const { bagId, bagValue } of bags) {
    if (bagId === BAG.key) contents.keys.push(keyOf((bagValue as PrivateKeyInfo).toSchema().toBER()));
    if (bagId === BAG.shroudedKey)
      contents.keys.push(await openKey(bagValue as PKCS8ShroudedKeyBag, password));
    if (bagId !== BAG.certificate) continue;
    const parsed: unknown = (bagValue as CertBag).parsedValue;
    if (parsed instanceof Certificate)
      contents.certificates.push(new X509Certificate(Buffer.from(parsed.toSchema().toBER())));
  }
  return contents;
}

async function openKey(bag: PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<KeyObject> {
  const opening = bag as unknown as {
    parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void>;
  };
  await opening.parseInternalValues({ password });
  return keyOf(bag.parsedValue!.toSchema().toBER());
}

const keyOf = (pkcs8: ArrayBuffer) =>
  createPrivateKey({ key: Buffer.from(pkcs8), type: 'pkcs8', format: 'der' });
