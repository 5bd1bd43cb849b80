import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { Mailbox } from '../../../test/support/mailbox.js';
import { within } from '../../common/within.js';
import { MailRefusedError, type OutgoingMail } from './mail-transport.port.js';
import { OutboxMailTransport } from './outbox-mail-transport.js';
import { SmtpMailTransport } from './smtp-mail-transport.js';

const never = new AbortController().signal;
const REASON = { organizationId: 7, kind: 'signature.invitation', ids: { linkId: 12 } };

function mailTo(address: string, changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '0b5e@sign.example',
    from: { name: 'Hearth & Sons', address: 'no-reply@sign.example' },
    to: { name: 'Núria Öztürk', address },
    subject: 'Firme «Contrato de alquiler – versión 2», por favor ✍',
    html: '<p>¡Hola, Núria!</p>',
    text: '¡Hola, Núria!\n\n.\nA dot alone on a line.\n',
    queuedAt: new Date('2031-01-02T03:04:05.678Z'),
    ...changes,
  };
}

describe('SmtpMailTransport', () => {
  let mailbox: Mailbox;
  let transport: SmtpMailTransport;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    transport = new SmtpMailTransport(mailbox.url);
  });
  afterAll(async () => {
    await transport.onApplicationShutdown();
    await mailbox.stop();
  });

  it('sends text and HTML in any language', async () => {
    const reply = await transport.send(
      mailTo('nuria@example.com', {
        replyTo: { name: 'Maria "M" Hearth, Ltd.', address: 'maria@example.com' },
      }),
      REASON,
      never,
    );
    expect(reply).toMatch(/^250 /);
    const mail = await mailbox.waitForMailTo('nuria@example.com');
    expect(mail.subject).toBe('Firme «Contrato de alquiler – versión 2», por favor ✍');
    expect(mail.text).toBe('¡Hola, Núria!\n\n.\nA dot alone on a line.\n');
    expect(mail.html).toBe('<p>¡Hola, Núria!</p>');
    expect(mail.from!.value).toEqual([{ name: 'Hearth & Sons', address: 'no-reply@sign.example' }]);
    expect(mail.to).toMatchObject({ value: [{ name: 'Núria Öztürk', address: 'nuria@example.com' }] });
    expect(mail.replyTo!.value).toEqual([{ name: 'Maria "M" Hearth, Ltd.', address: 'maria@example.com' }]);
    expect(mail.messageId).toBe('<0b5e@sign.example>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it.each([
    'Smith, John',
    'O"Brien \\ "quoted"',
    'Eve <eve@evil.example>, x',
    'a\r\nBcc: victim@example.com\r\n\r\nbody',
    '=?utf-8?q?tricked?=',
    '山田 太郎',
  ])('keeps the name %j a name', async (name) => {
    const address = `name${mailbox.mails.length}@example.com`;
    await transport.send(
      mailTo(address, { to: { name, address }, from: { name, address: 'no-reply@sign.example' } }),
      REASON,
      never,
    );
    const mail = await mailbox.waitForMailTo(address);
    expect(mail.recipients).toEqual([address]);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.to).toMatchObject({ value: [{ address }] });
    expect(mail.from!.value).toMatchObject([{ address: 'no-reply@sign.example' }]);
    expect(mail.html).toBe('<p>¡Hola, Núria!</p>');
  });

  it('keeps a subject with line breaks a subject', async () => {
    await transport.send(
      mailTo('subject@example.com', { subject: 'a\r\nBcc: victim@example.com\r\n\r\n<b>' }),
      REASON,
      never,
    );
    const mail = await mailbox.waitForMailTo('subject@example.com');
    expect(mail.recipients).toEqual(['subject@example.com']);
    expect(mail.headers.has('bcc')).toBe(false);
  });

  it('sends mail to internationalized domains', async () => {
    await transport.send(mailTo('info@bücher.example'), REASON, never);
    const mail = await mailbox.waitForMailTo('info@bücher.example');
    expect(mail.raw.toString()).toContain('<info@xn--bcher-kva.example>');
  });

  it.each([
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'a@example.com, b@example.com',
    'a@example.com>',
    '"a b"@example.com',
  ])('never sends mail to %j', async (address) => {
    const before = mailbox.mails.length;
    await expect(transport.send(mailTo(address), REASON, never)).rejects.toThrow(MailRefusedError);
    expect(mailbox.mails).toHaveLength(before);
  });

  it('distinguishes permanent from temporary refusals', async () => {
    mailbox.refuse('gone@example.com', { code: 550, message: 'no such user' });
    await expect(transport.send(mailTo('gone@example.com'), REASON, never)).rejects.toThrow(
      new MailRefusedError('550 no such user'),
    );
    mailbox.refuse('busy@example.com', { code: 451, message: 'come back later' });
    const later = await transport
      .send(mailTo('busy@example.com'), REASON, never)
      .catch((error: unknown) => error);
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBeInstanceOf(MailRefusedError);
    await expect(transport.send(mailTo('busy@example.com'), REASON, never)).resolves.toMatch(/^250 /);
  });

  it('gives up on a silent server when aborted, and sends the next mail', async () => {
    mailbox.refuse('silent@example.com', 'silence');
    const waiting = within(300, (signal) => transport.send(mailTo('silent@example.com'), REASON, signal));
    await expect(waiting).rejects.not.toBeInstanceOf(MailRefusedError);
    await expect(transport.send(mailTo('next@example.com'), REASON, never)).resolves.toMatch(/^250 /);
  });

  it('treats an unreachable server as a temporary failure', async () => {
    const gone = await Mailbox.start();
    const { url } = gone;
    await gone.stop();
    const lonely = new SmtpMailTransport(url);
    await expect(lonely.send(mailTo('a@example.com'), REASON, never)).rejects.not.toBeInstanceOf(
      MailRefusedError,
    );
    await lonely.onApplicationShutdown();
  });
});

describe('OutboxMailTransport', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-outbox-'));
  const transport = new OutboxMailTransport(join(folder, 'outbox'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes one file per mail, however often it is sent', async () => {
    await transport.send(mailTo('nuria@example.com'), REASON);
    await transport.send(mailTo('nuria@example.com'), REASON);
    expect(readdirSync(join(folder, 'outbox'))).toEqual(['2031-01-02T03-04-05.678Z-0b5e.eml']);
    const mail = await simpleParser(
      readFileSync(join(folder, 'outbox', '2031-01-02T03-04-05.678Z-0b5e.eml')),
    );
    expect(mail.html).toBe('<p>¡Hola, Núria!</p>');
    expect(mail.to).toMatchObject({ value: [{ name: 'Núria Öztürk', address: 'nuria@example.com' }] });
  });

  it('refuses an address that no server would accept', async () => {
    await expect(transport.send(mailTo('a@b.example\r\nBcc: c@d.example'), REASON)).rejects.toThrow(
      MailRefusedError,
    );
  });

  it('does not take a mail it cannot open for one that is gone', async () => {
    const link = join(folder, 'outbox', 'loop.eml');
    symlinkSync('loop.eml', link);
    const erased = transport.erase(REASON.organizationId, () => false);
    await expect(erased.finally(() => rmSync(link))).rejects.toMatchObject({ code: 'ELOOP' });
    await transport.erase(REASON.organizationId, () => true);
    expect(readdirSync(join(folder, 'outbox'))).toEqual([]);
  });
});
