import { LOGO_ID } from '../../platform/mail/mail-renderer.js';
import { type OutgoingMail } from '../../platform/mail/mail-transport.port.js';
import { FramedMail } from '../../platform/pages/page.js';

/** A rendered mail for viewing, with its logo embedded and its links disabled. */
export function toFramedMail({ html, attachments = [] }: OutgoingMail): FramedMail {
  // People's own text is escaped, so these links are the template's.
  const inert = html.replaceAll(/ href="[^"]*"/g, ' href="#"');
  const logo = attachments.find(({ contentId }) => contentId === LOGO_ID);
  return new FramedMail(logo ? inert.replace(`cid:${LOGO_ID}`, dataAddress(logo.content)) : inert);
}

export const dataAddress = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
