import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Signs as poppler's `pdfsig -add-signature` does, with a new key. */
export function popplerSigned(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-poppler-'));
  const run = (program: string, ...args: string[]) => {
    const { error, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    if (error) throw new Error(`${program}: ${stderr}`);
  };
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const subject = ['-subj', '/CN=Nina Poppler', '-days', '3650'];
    run(
      'openssl',
      ...'req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem'.split(' '),
      ...subject,
    );
    run(
      'openssl',
      ...'pkcs12 -export -inkey key.pem -in cert.pem -name nina -out key.p12 -passout pass:x'.split(' '),
    );
    run('certutil', '-N', '-d', 'sql:.', '--empty-password');
    run('pk12util', ...'-i key.p12 -d sql:. -W x -K'.split(' '), '');
    // Its exit status reflects NSS, which it does not shut down cleanly.
    run('pdfsig', ...'-nssdir sql:. -nick nina -add-signature in.pdf out.pdf'.split(' '));
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
