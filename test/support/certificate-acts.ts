import { ask } from './validators.js';

/** How many acts of the only signer show this machine's address, below the day and the time. */
export function actsWithAddress(certificate: Buffer): number {
  const { output } = ask('pdftotext', ['-layout', 'c.pdf', '-'], { 'c.pdf': certificate });
  const [, acts = ''] = /^ *Sent +Opened +Verified +Signed\n+((?:.+\n+){3})/m.exec(output) ?? [];
  return acts.split('127.0.0.1').length - 1;
}
