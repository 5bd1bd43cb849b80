import { type SendMailOptions } from 'nodemailer';
import { plainLine } from '../../common/plain-line.js';
import { isSafeAddress } from '../../common/validation/email.decorator.js';
import { type MailAttachment } from './mail-models.js';
import { MailRefusedError, type OutgoingMail } from './mail-transport.port.js';

/** A mail in nodemailer's form. nodemailer must never fetch a file or an address for it. */
export function toMime(mail: OutgoingMail): SendMailOptions {
  for (const address of [mail.to.address, mail.replyTo?.address ?? ''])
    if (!isSafeAddress(address)) throw new MailRefusedError('no email can be sent to this address');
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: mail.attachments?.map(attachmentOf),
    // RFC 3834 §5: prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function attachmentOf({ fileName, mimeType, content, contentId }: MailAttachment) {
  const file = { filename: plainLine(fileName).replace(/[/\\]/g, '_'), contentType: mimeType, content };
  return contentId === undefined ? file : { ...file, cid: contentId, contentDisposition: 'inline' as const };
}
