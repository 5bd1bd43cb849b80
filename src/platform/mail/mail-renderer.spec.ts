import { EXAMPLE_MODELS, exampleMessages } from '../../../test/support/mail-examples.js';
import { type Settings } from '../config/settings.js';
import { LOCALES } from '../templates/locales.js';
import { TemplateRenderer } from '../templates/template-renderer.js';
import { type MailMessage } from './mail-models.js';
import { headerText, LOGO_ID, MailRenderer } from './mail-renderer.js';
import { MailRefusedError } from './mail-transport.port.js';

const BRAND = {
  colors: { light: '#0f6b3a', onLight: '#ffffff', dark: '#8fd0a8', onDark: '#171613' },
  logo: { content: Buffer.from('png'), width: 150, height: 60 },
  isTest: false,
  contactLine: 'Questions? <b>+34</b>',
  locale: 'es',
  timeZone: 'Europe/Madrid',
};
const QUEUED_AT = new Date('2031-01-02T03:04:05.678Z');
const templates = new TemplateRenderer();
const renderer = new MailRenderer({ mailFrom: 'Countersign <no-reply@sign.example>' } as Settings, templates);

function render(message: Partial<MailMessage> = {}) {
  const invitation = {
    template: 'invitation',
    model: EXAMPLE_MODELS.invitation,
    to: 'nuria@example.com',
    locale: 'en',
  };
  return renderer.render({ ...invitation, ...message } as MailMessage, 'a1', QUEUED_AT);
}

describe('mails', () => {
  const all = LOCALES.flatMap((locale) => exampleMessages(locale));

  it.each(all)(
    'renders $template in $locale with the same words in HTML and text, and the full link',
    (message) => {
      const mail = renderer.render(message, 'a1', QUEUED_AT);
      expect(mail.html).toContain(`<html lang="${message.locale}">`);
      expect(mail.html).not.toMatch(/undefined|\[object|<img|src=/);
      expect(mail.text).not.toMatch(/undefined|\[object|&amp;|&#x|<\w/);
      expect(mail.subject).not.toBe('');
      expect(wordsOf(mail.html)).toEqual(wordsOf(mail.text));
      const url = (message.model as { url?: string }).url;
      if (url) {
        expect(mail.text).toContain(url);
        expect(mail.html).toContain(`>${url}</a>`);
      }
    },
  );

  it.each(LOCALES.filter((locale) => locale !== 'en'))('translates every subject into %s', (other) => {
    const subjects = (locale: string) =>
      exampleMessages(locale).map((message) => renderer.render(message, 'a1', QUEUED_AT).subject);
    const english = new Set(subjects('en'));
    expect(subjects(other).filter((subject) => english.has(subject))).toEqual([]);
  });

  it('shows the deadline with its time zone', () => {
    expect(render().text).toContain('March 14, 2031 at 11:59 PM UTC');
    expect(render({ locale: 'es' }).text).toContain('14 de marzo de 2031');
  });

  it('names who holds a document that is too large to attach', () => {
    const model = { ...EXAMPLE_MODELS.completed, hasCopy: false };
    const mail = render({ template: 'completed', model });
    expect(mail.html).not.toContain('href');
    expect(mail.text).toContain('Maria Hearth has the signed document');
  });

  it('escapes user input', () => {
    const model = {
      ...EXAMPLE_MODELS.invitation,
      message: '<script>x</script> & {{url}}',
      senderName: '<b>"M"</b>',
    };
    const { html, text } = render({ model });
    expect(html).not.toMatch(/<script>|<b>/);
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('<script>x</script> & {{url}}');
  });

  it('uses the subject and the sender of the request', () => {
    expect(render({ subject: 'Our lease', fromName: 'Maria' })).toMatchObject({
      subject: 'Our lease',
      from: { name: 'Maria', address: 'no-reply@sign.example' },
    });
    expect(render({ subject: '' }).subject).toBe('Maria Hearth asks you to sign “Lease agreement 2031.pdf”');
  });

  it('carries the organization’s brand, with the picture inside the mail and no address of one', () => {
    const { invitation: model } = EXAMPLE_MODELS;
    const message = { template: 'invitation', model, to: 'nuria@example.com' } as const;
    const mail = renderer.render(message, 'a1', QUEUED_AT, BRAND);
    expect(mail.html).toContain('<html lang="es">');
    expect(mail.html).toContain('background:#0f6b3a');
    expect(mail.html).toContain('background: #8fd0a8 !important');
    expect(mail.html).toContain('Questions? &lt;b&gt;+34');
    expect(mail.text).toContain('Questions? <b>+34</b>');
    expect(mail.html.match(/src="[^"]*"/g)).toEqual([`src="cid:${LOGO_ID}"`]);
    expect(mail.attachments).toMatchObject([{ contentId: LOGO_ID, mimeType: 'image/png' }]);
  });

  it('writes times in the organization’s zone, and in UTC without one', () => {
    const model = { ...EXAMPLE_MODELS.invitation, until: new Date('2031-07-01T22:30:00.000Z') };
    const message = { template: 'invitation', model, to: 'nuria@example.com', locale: 'en' } as const;
    const textIn = (brand?: typeof BRAND) => renderer.render(message, 'a1', QUEUED_AT, brand).text;
    expect(textIn(BRAND)).toContain('July 2, 2031 at 12:30 AM GMT+2');
    expect(textIn()).toContain('July 1, 2031 at 10:30 PM UTC');
  });

  it.each(exampleMessages('en'))('carries the brand in $template', (message) => {
    const { html, text } = renderer.render(message, 'a1', QUEUED_AT, BRAND);
    expect([html.includes(`cid:${LOGO_ID}`), html.includes(BRAND.colors.light)]).toEqual([true, true]);
    expect([html.includes('Questions?'), text.includes(BRAND.contactLine)]).toEqual([true, true]);
  });

  it('gives each queued mail one Message-ID', () => {
    expect(render().messageId).toBe('a1@sign.example');
  });

  it('refuses a mail that is too large', () => {
    const model = { ...EXAMPLE_MODELS.invitation, message: 'x'.repeat(600_000) };
    expect(() => render({ model })).toThrow(MailRefusedError);
  });

  it('refuses a MAIL_FROM that is not an address', () => {
    expect(() => new MailRenderer({ mailFrom: 'Countersign' } as Settings, templates)).toThrow('MAIL_FROM');
  });
});

describe('headerText', () => {
  it.each([
    ['a\r\nBcc: x@y.z', 'a Bcc: x@y.z'],
    ['a\0b\u0085c\u2028d', 'a b c d'],
    ['invoice\u202Efdp.exe', 'invoice fdp.exe'],
    ['lone \ud800 half', 'lone \uFFFD half'],
    ['  plain  ', 'plain'],
  ])('makes one undisguised line of %j', (given, expected) => {
    expect(headerText(given)).toBe(expected);
  });

  it('cuts a header between characters', () => {
    expect(headerText('🖋'.repeat(300))).toBe(`${'🖋'.repeat(199)}…`);
  });
});

const LINK_LABELS = new RegExp(LOCALES.map((locale) => templates.text('mail.link', locale)).join('|'), 'g');

/** The visible words, without the preheader, the label of the bare link and punctuation. */
function wordsOf(content: string): string[] {
  const visible = content
    .replace(/<head>.*<\/head>|<div style="display:none.*?<\/div>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll(LINK_LABELS, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&');
  return [...new Set(visible.match(/[\p{L}\p{N}]+/gu))].sort();
}
