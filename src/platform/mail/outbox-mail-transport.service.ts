import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { MailTransport, type OutgoingMail } from './mail-transport.port.js';
import { toMime } from './mime.js';

/** Replaces an SMTP server: each mail becomes a file that any mail program opens. */
export class OutboxMailTransport extends MailTransport {
  private readonly builder = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(private readonly folder: string) {
    super();
  }

  /** Writes under another name and renames; another attempt for the same mail replaces its file. */
  async send(mail: OutgoingMail): Promise<string> {
    const { message } = await this.builder.sendMail(toMime(mail));
    const name = `${mail.queuedAt.toISOString().replaceAll(':', '-')}-${mail.messageId.split('@')[0]}.eml`;
    const part = join(this.folder, `.${name}.part`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    try {
      await writeFile(part, message as Buffer, { mode: 0o600, flush: true });
      await rename(part, join(this.folder, name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return `written to the outbox as ${name}`;
  }
}
