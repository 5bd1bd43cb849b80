import { Injectable } from '@nestjs/common';
import addressparser from 'nodemailer/lib/addressparser';
import { plainLine, plainLines } from '../../common/plain-line.js';
import { Settings } from '../config/settings.js';
import { type TextValues } from '../templates/phrases.js';
import { TemplateRenderer } from '../templates/template-renderer.service.js';
import { DEFAULT_LOCALE } from '../templates/locales.js';
import { type MailBrand, type MailLogo, PLAIN_BRAND } from './mail-brands.service.js';
import { type MailAttachment, type MailMessage } from './mail-models.js';
import { type Mailbox, MailRefusedError, type OutgoingMail } from './mail-transport.port.js';

/** Characters of a subject or a display name; longer ones are cut, as mail programs do. */
const MAX_HEADER_TEXT = 200;
/** Of HTML and text together; a larger mail is a bug. */
const MAX_CONTENT_BYTES = 512 * 1024;
/** Line breaks and other controls, and bidirectional marks, which can disguise text. */
const DISGUISES = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Renders a composed message: subject, HTML and text. */
@Injectable()
export class MailRenderer {
  private readonly sender: Mailbox;

  constructor(
    settings: Settings,
    private readonly templates: TemplateRenderer,
  ) {
    const [mailbox] = addressparser(settings.mailFrom, { flatten: true });
    if (!mailbox?.address.includes('@'))
      throw new Error('MAIL_FROM must be an address, such as Acme <mail@acme.example>');
    this.sender = mailbox;
  }

  /** `mailId` becomes the local part of the Message-ID. */
  render(message: MailMessage, mailId: string, queuedAt: Date, brand: MailBrand = PLAIN_BRAND): OutgoingMail {
    const { template } = message;
    const locale = message.locale ?? brand.locale ?? DEFAULT_LOCALE;
    const model = { ...plainModel(message.model), brand };
    const rendered = (part: string) => this.templates.render(`mail/${template}.${part}`, model, { locale });
    const html = rendered('html');
    const text = tidyText(rendered('text'));
    if (Buffer.byteLength(html) + Buffer.byteLength(text) > MAX_CONTENT_BYTES)
      throw new MailRefusedError('the mail is too large');
    return {
      messageId: `${mailId}@${this.sender.address.split('@').at(-1)}`,
      from: { name: headerText(message.fromName || model.organizationName), address: this.sender.address },
      to: { name: headerText(model.recipientName ?? ''), address: message.to },
      replyTo: message.replyTo,
      subject: headerText(
        message.subject || this.templates.text(`mail.${template}.subject`, locale, textValues(model)),
      ),
      html,
      text,
      attachments: withLogo(message.attachments, brand.logo),
      queuedAt,
    };
  }
}

/** The HTML shows the logo of the brand by this id. */
export const LOGO_ID = 'logo@countersign';

function withLogo(attachments: MailAttachment[] | undefined, logo: MailLogo | null) {
  if (!logo) return attachments;
  const { content } = logo;
  const picture = { fileName: 'logo.png', mimeType: 'image/png', content, contentId: LOGO_ID };
  return [picture, ...(attachments ?? [])];
}

/** One line of text without disguises. */
export function headerText(text: string): string {
  const characters = [...text.toWellFormed().replace(DISGUISES, ' ').trim()];
  return characters.length <= MAX_HEADER_TEXT
    ? characters.join('')
    : `${characters.slice(0, MAX_HEADER_TEXT - 1).join('')}…`;
}

/** The values of a model that fit into a line of text. */
function textValues(model: object): TextValues {
  return Object.fromEntries(
    Object.entries(model).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  ) satisfies TextValues;
}

/** Fields in which people write several lines. */
const LETTERS = ['message', 'reason'];

/** Cleans user input such as names, so that it can neither reorder the mail's own text nor start new lines. */
function plainModel<Model extends object>(model: Model): Model {
  const plain = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => plain(name, each));
    if (typeof value !== 'string') return value;
    return LETTERS.includes(name) ? plainLines(value) : plainLine(value);
  };
  return Object.fromEntries(
    Object.entries(model).map(([name, value]) => [name, plain(name, value)]),
  ) as Model;
}

/** Removes the empty lines that conditions in a template leave. */
function tidyText(text: string): string {
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
