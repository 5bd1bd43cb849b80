import { Injectable } from '@nestjs/common';
import addressparser from 'nodemailer/lib/addressparser';
import { plainLine, plainLines } from '../../common/plain-line.js';
import { Settings } from '../config/settings.js';
import { DEFAULT_LOCALE } from '../templates/locales.js';
import { type TextValues } from '../templates/phrases.js';
import { TemplateRenderer } from '../templates/template-renderer.js';
import { type MailBrand, type MailLogo, PLAIN_BRAND } from './mail-brands.js';
import { type AskingModel, type MailAttachment, type MailMessage, type ReplyAddress } from './mail-models.js';
import { type Mailbox, MailRefusedError, type OutgoingMail } from './mail-transport.port.js';

/** Begins the subjects of organizations for tests, in every language. */
const TEST_PREFIX = '[TEST]';
/** The longest subject or display name in characters; longer ones are cut, as mail programs do. */
const MAX_HEADER_TEXT = 200;
/** Limit for HTML and text together; a larger mail is a bug. */
const MAX_CONTENT_BYTES = 512 * 1024;
/** Line breaks, other control characters and bidirectional marks, which can disguise text. */
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
    const timeZone = brand.timeZone ?? undefined;
    const model = { ...this.named(plainModel(message.model), locale), brand };
    const rendered = (part: string) =>
      this.templates.render(`mail/${template}.${part}`, model, { locale, timeZone });
    const html = rendered('html');
    const text = tidyText(rendered('text'));
    if (Buffer.byteLength(html) + Buffer.byteLength(text) > MAX_CONTENT_BYTES)
      throw new MailRefusedError('the mail is too large');
    return {
      messageId: `${mailId}@${this.sender.address.split('@').at(-1)}`,
      from: { name: headerText(message.fromName || model.organizationName), address: this.sender.address },
      to: { name: headerText(model.recipientName ?? ''), address: message.to },
      ...(message.replyTo && { replyTo: mailboxOf(message.replyTo) }),
      subject: headerText(this.subjectOf(message, model, locale, brand)),
      html,
      text,
      attachments: withLogo(message.attachments, brand.logo),
      queuedAt,
    };
  }

  private subjectOf(
    { template, subject }: MailMessage,
    model: object,
    locale: string,
    { isTest }: MailBrand,
  ): string {
    const own = subject || this.templates.text(`mail.${template}.subject`, locale, textValues(model));
    return isTest ? `${TEST_PREFIX} ${own}` : own;
  }

  /** Names the member who asks, together with the organization. */
  private named<Model extends object>(model: Model, locale: string): Model {
    const { senderMember: member, organizationName } = model as Partial<AskingModel>;
    if (!member) return model;
    return { ...model, senderName: this.templates.text('mail.sender', locale, { member, organizationName }) };
  }
}

const mailboxOf = ({ name, address }: ReplyAddress): Mailbox => ({ name: headerText(name), address });

/** The id by which the HTML shows the brand's logo. */
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

/** The values of a model that can be inserted into a line of text. */
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

/** Removes the empty lines left by conditions in a template. */
function tidyText(text: string): string {
  return `${text.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}
