import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Issued } from './issued-certificates.js';

/** The passphrase of `p12Of`. */
export const P12_PASSPHRASE = 'word';

/** Writes a PKCS#12 file with this key and the certificates above it. @returns its path */
export function p12Of(folder: string, { key, certificate }: Issued, above: readonly Issued[]): string {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('key.pem', key.export({ type: 'pkcs8', format: 'pem' }).toString());
  write('cert.pem', certificate.toString());
  write('chain.pem', above.map((each) => each.certificate.toString()).join(''));
  const args = 'pkcs12 -export -inkey key.pem -in cert.pem -certfile chain.pem -out seal.p12 -passout';
  execFileSync('openssl', [...args.split(' '), `pass:${P12_PASSPHRASE}`], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'seal.p12');
}
