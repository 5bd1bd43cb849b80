// `npm run outbox [-- <folder>]`: prints the mails in the outbox of DATA_DIR in readable form, oldest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { simpleParser } from 'mailparser';
import { ROOT } from './prepare.mjs';

// A reader such as `head` may stop reading.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));

const folder = process.argv[2] ?? join(resolve(ROOT, process.env.DATA_DIR || '.data'), 'outbox');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
if (files.length === 0) console.log(`No mail in ${folder}`);
for (const file of files.sort()) {
  const { to, subject, text } = await simpleParser(readFileSync(join(folder, file)));
  console.log(`${'─'.repeat(72)}\nTo: ${to.text}\nSubject: ${subject}\n\n${text.trim()}\n`);
}
