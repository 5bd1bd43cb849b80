// `npm run outbox [-- <folder>]`: prints the mails in the outbox as a person would read them, oldest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { ROOT } from './prepare.mjs';

const folder = process.argv[2] ?? join(ROOT, '.data/outbox');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
if (files.length === 0) console.log(`No mail in ${folder}`);
for (const file of files.sort()) {
  const { to, subject, text } = await simpleParser(readFileSync(join(folder, file)));
  console.log(`${'─'.repeat(72)}\nTo: ${to.text}\nSubject: ${subject}\n\n${text.trim()}\n`);
}
