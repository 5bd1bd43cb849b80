import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readP12 } from './certificates/p12-key.js';
import { chooseSealKey, describeCertificate, UnfitKeyError } from './choose-seal-key.js';
import { type SealingKey } from './sealing-key.port.js';
import { signDetached } from './sign-detached.js';
import { signatureRoom } from './signature-room.js';
import { verifyDetached } from './verify-detached.js';

/** Location of a key provided by the operator. */
export interface KeyFile {
  file: string;
  passphrase: string;
}

/**
 * Opens a PKCS#12 file and makes a trial signature with its key.
 * @throws UnfitKeyError if the file cannot be read or opened, no key or several can seal, or the trial fails
 */
export async function openSealKey({ file, passphrase }: KeyFile, time: Date): Promise<SealingKey> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new UnfitKeyError(
      `the file cannot be read (${error.code}); SEAL_P12 must be the path of a PKCS#12 file`,
    );
  });
  const contents = await readP12(bytes, passphrase).catch(() => {
    throw new UnfitKeyError(
      'the file cannot be opened: it is not a PKCS#12 file, or SEAL_P12_PASSPHRASE is wrong',
    );
  });
  const key = chooseSealKey(contents, time);
  await tryKey(key);
  return key;
}

async function tryKey(key: SealingKey): Promise<void> {
  const digest = randomBytes(32);
  const named = `the key of ${describeCertificate(new X509Certificate(key.certificate))}`;
  const message = await signDetached(digest, key).catch((error: Error) => {
    throw new UnfitKeyError(`${named} could not make a trial signature: ${error.message}`);
  });
  const { digestMatches, signatureHolds } = verifyDetached(message, digest);
  if (!digestMatches || !signatureHolds || message.length > signatureRoom(key, false))
    throw new UnfitKeyError(`the trial signature of ${named} does not verify`);
}
