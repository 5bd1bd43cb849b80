import { type MailComposer } from '../../src/platform/mail/mail-composer.port.js';
import { EXAMPLE_MODELS } from './mail-examples.js';

interface RowIds extends Record<string, string> {
  mailbox: string;
}

/** Composes a mail to the address in the mail's row, and records the callbacks. */
export class NoteComposer implements MailComposer<RowIds> {
  readonly moot = new Set<string>();
  readonly told: [what: string, mailbox: string, words: string][] = [];

  constructor(
    readonly kind: string,
    readonly isAwaited = false,
  ) {}

  compose = async ({ mailbox }: RowIds) =>
    this.moot.has(mailbox)
      ? null
      : ({
          template: 'invitation',
          model: EXAMPLE_MODELS.invitation,
          to: `${mailbox}@example.com`,
          locale: 'en',
        } as const);

  async accepted(tx: unknown, { mailbox }: RowIds, reply: string): Promise<void> {
    this.told.push(['accepted', mailbox, reply]);
  }

  async failed(tx: unknown, { mailbox }: RowIds, reason: string): Promise<void> {
    this.told.push(['failed', mailbox, reason]);
  }

  about(mailbox: string): [string, string][] {
    return this.told.filter(([, name]) => name === mailbox).map(([what, , words]) => [what, words]);
  }
}
