import { LOGO_ID } from '../../platform/mail/mail-renderer.service.js';
import { type OutgoingMail } from '../../platform/mail/mail-transport.port.js';
import { FramedMail } from '../../platform/pages/page.js';

/** A rendered mail to look at: its logo is inside, and its links lead nowhere. */
export function toFramedMail({ html, attachments = [] }: OutgoingMail): FramedMail {
  // What people wrote is escaped, so that these are the template's own.
  const inert = html.replaceAll(/ href="[^"]*"/g, ' href="#"');
  const logo = attachments.find(({ contentId }) => contentId === LOGO_ID);
  return new FramedMail(logo ? inert.replace(`cid:${LOGO_ID}`, dataAddress(logo.content)) : inert);
}

export const dataAddress = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
