import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { unlessMissing } from '../../common/unless-missing.js';
import { type MailReason, MailTransport, type OutgoingMail } from './mail-transport.port.js';
import { toMime } from './mime.js';

/** Begins each file, followed by the reason for the mail. */
const REASON = 'X-Reason: ';
/** Longer than any reason. */
const MAX_REASON_BYTES = 1_000;
/** Files that are looked at together: a transaction waits meanwhile, and a disk may take its time for each. */
const AT_ONCE = 32;

/** Replaces an SMTP server: each mail becomes a file that any mail program can open. */
export class OutboxMailTransport extends MailTransport {
  private readonly builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(private readonly folder: string) {
    super();
  }

  /** Writes under another name and renames; another attempt at the same mail replaces its file. */
  async send(mail: OutgoingMail, { organizationId, kind, ids }: MailReason): Promise<string> {
    const { message } = await this.builder.sendMail(toMime(mail));
    const reason = Buffer.from(`${REASON}${JSON.stringify({ organizationId, kind, ids })}\r\n`);
    const name = `${mail.queuedAt.toISOString().replaceAll(':', '-')}-${mail.messageId.split('@')[0]}.eml`;
    const part = join(this.folder, `.${name}.part`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    try {
      await writeFile(part, [reason, message as Buffer], { mode: 0o600, flush: true });
      await rename(part, join(this.folder, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return `written to the outbox as ${name}`;
  }

  /** There is no server, and the folder is checked elsewhere. */
  tryOut(): Promise<void> {
    return Promise.resolve();
  }

  async erase(organizationId: number, isMeant: (reason: MailReason) => boolean): Promise<void> {
    const names = await this.names();
    for (let from = 0; from < names.length; from += AT_ONCE)
      await Promise.all(
        names.slice(from, from + AT_ONCE).map(async (name) => {
          const file = join(this.folder, name);
          const reason = await readReason(file);
          if (reason?.organizationId === organizationId && isMeant(reason)) await rm(file, { force: true });
        }),
      );
  }

  /** File names of the mails, if there are any. */
  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => name.endsWith('.eml'));
  }
}

/** Null for a file that was not written here, or no longer exists. */
async function readReason(path: string): Promise<MailReason | null> {
  const file = await unlessMissing(open(path));
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_REASON_BYTES), 0, MAX_REASON_BYTES, 0);
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n');
    return line.startsWith(REASON) ? (JSON.parse(line.slice(REASON.length)) as MailReason) : null;
  } finally {
    await file.close();
  }
}
