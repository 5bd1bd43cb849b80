import { type NodemailerError } from 'nodemailer';
import { headerText } from './mail-renderer.js';
import { MailTokenError } from './mail-tokens.js';
import { MailLimitedError, MailRefusedError } from './mail-transport.port.js';

/** Why a mail was not accepted; the catalogue has text and a remedy for each (`dashboard.testMail.faults`). */
export type MailFault =
  | ('refused' | 'pace' | 'quota' | 'sign_in' | 'sender' | 'encryption' | 'name')
  | ('connection' | 'silence' | 'folder' | 'other');

/** By the codes of nodemailer and Node. */
const FAULTS: Readonly<Record<string, MailFault>> = {
  EAUTH: 'sign_in',
  EOAUTH2: 'sign_in',
  ENOAUTH: 'sign_in',
  ETLS: 'encryption',
  EREQUIRETLS: 'encryption',
  EDNS: 'name',
  ENOTFOUND: 'name',
  ECONNECTION: 'connection',
  ECONNREFUSED: 'connection',
  ESOCKET: 'connection',
  ETIMEDOUT: 'silence',
  ENOSPC: 'folder',
  EACCES: 'folder',
  EROFS: 'folder',
};
/** Node's codes for invalid certificates, such as `CERT_HAS_EXPIRED`. */
const CERTIFICATE = /CERT|TLS|SSL|LEAF/;

export function mailFaultOf(error: unknown): MailFault {
  if (error instanceof MailRefusedError) return 'refused';
  if (error instanceof MailLimitedError) return error.limit;
  const { code = '', originalCode = '', command } = error as NodemailerError;
  if (command === 'RCPT TO') return 'refused';
  if (command === 'MAIL FROM') return 'sender';
  if (CERTIFICATE.test(originalCode)) return 'encryption';
  return FAULTS[originalCode] ?? FAULTS[code] ?? 'other';
}

/** The kind of a temporary fault, such as `EAUTH 535`. */
export function faultCode(error: unknown): string {
  const { code, responseCode, name } = error as NodemailerError;
  return [code ?? name, responseCode].filter((part) => part !== undefined).join(' ');
}

/** Text in angle brackets or around an `@` is, or belongs to, an address. */
const ADDRESSES = /<[^>]*>?|"[^"]*"@\S*|\S*@\S*/g;

/**
 * The server's message, on one line and without email addresses.
 * @param to - the address of the mail, if there is one
 * @returns the kind of fault if the server gave no message, or part of the address would remain in it
 */
export function reasonOf(error: unknown, to?: string): string {
  const name = to?.toLowerCase().split('@')[0];
  const said = headerText((serverAnswer(error) ?? '').replace(ADDRESSES, '…'));
  const isOfAddress = name !== undefined && said.toLowerCase().includes(name);
  return said === '' || isOfAddress ? faultCode(error) : said;
}

/** Their messages are the server's. */
const OWN_ERRORS = [MailRefusedError, MailLimitedError, MailTokenError];

/** The message of the server itself, or of the provider of its tokens; null if there was none. */
export function serverAnswer(error: unknown): string | null {
  if (OWN_ERRORS.some((type) => error instanceof type)) return (error as Error).message;
  return (error as NodemailerError).response ?? null;
}
