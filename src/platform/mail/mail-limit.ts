import { type NodemailerError } from 'nodemailer';

/**
 * What a refusal is about, other than a fault: how fast we send, how much we may send, or how much this recipient gets
 * from anyone.
 */
export type MailLimit = 'pace' | 'quota' | 'recipient';

/** An enhanced status code (RFC 3463) after the reply code. */
const STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;
/** The beginnings of the lines of a reply (RFC 5321 §4.2.1). */
const CODES = /^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3} )?/gm;

/** Exchange Online: the sender's limit of recipients a day, or the sender's own mailbox is full. */
const SENDERS_QUOTA = /storedrv\.submission.*quota/;

/** What Exchange Online (5.2.121, 5.2.122, 432), Gmail (4.2.1, 5.2.1), Yandex and iCloud say of a recipient's mail. */
const RECIPIENTS_PACE =
  /recipient['’]s per hour|recipient thread limit|trying to contact is receiving|user is receiving|recipient (?:\S+ )?has exceeded|messages to \S+ deferred/;

/** Greylisting, a full or locked mailbox, an unverified address: what mail servers say of one recipient. */
const OF_RECIPIENT =
  /gr[ea]y-?list|over ?quota|(?:mailbox|user|account|recipient)\b.{0,30}\b(?:full|busy|locked|disabled|unavailable)|recipient address rejected/;

const SENDER_HAS_EXCEEDED = /\b(?:you(?:['’]ve| have)?|tenant(?: has)?|sender(?: has)?) (?:reached|exceeded)/;

/** Amazon SES, Exchange Online (5.1.90, 5.2.2, 5.7.233, 5.7.705), Gmail (5.4.5), SMTP relays of Google, SendGrid. */
const QUOTA = [
  /\b(?:daily|monthly|per day|a day|24[ -]?hours?)\b.*(?:limit|quota|exceed|reached)/,
  /(?:limit|quota|exceed\w*|reached)\b.*\b(?:daily|monthly|per day|a day|24[ -]?hours?)\b/,
  /(?:message|sending|submission|sender) quota|quota exceeded|exceeded \w+(?: \w+)? quota|your \w+(?: \w+)? quota/,
  /credits? exceeded|out of credits/,
  /tenant has exceeded threshold/,
];

/** Amazon SES, Exchange Online, Gmail (4.7.28), Mailgun, Postfix, Exim and others. */
const PACE = [
  /throttl/,
  /\brate\b.{0,20}\blimit|\blimit\w*\b.{0,20}\brate|rate exceeded|unusual rate|ratelimit/,
  /too (?:many|much) (?:\w+ )?(?:e-?mails?|mail|messages?|connect\w*|concurrent|recipients|requests|errors|sessions?)/,
  /too (?:fast|quickly|frequent)|slow(?:er|ly| down)/,
  /(?:connection|connections|thread|sending|message|relay|submission|queue)s? (?:\w+ )?(?:limit|quota)/,
  /(?:limit|quota|messages|recipients|exceed\w*) (?:\w+ ){0,3}per (?:second|minute|hour)|per (?:second|minute|hour) limit/,
  /exceeded .{0,40}\blimits?\b|limits? (?:has been )?exceeded/,
  /excessive volume|maximum (?:number of )?(?:concurrent|connections)/,
];
/** Limits that waiting does not help with: of a message's size, and of hops. */
const OF_MESSAGE = /\bsize\b|too (?:big|large|long)|\bhops?\b|\bline\b/;

/** Replies that are about the sender where no recipient has been named yet. */
const TEMPORARY = new Set([421, 432, 450, 451, 452, 454]);
/** Replies that are about the sender at any step. */
const ALWAYS_OURS = new Set([421, 432, 454]);
/** Steps at which a recipient has been named. */
const AFTER_RECIPIENT = new Set(['RCPT TO', 'DATA']);
/** Policy, the state of the system, and congestion (RFC 3463). */
const OUR_STATUS = /^4\.(?:7\.\d+|3\.\d+|4\.5)$/;

/**
 * Reads what a server's refusal is about: first its words, then the step, and the code.
 * @returns null for a fault: of the recipient, the message or the configuration
 */
export function mailLimitOf({ response, responseCode = 0, command = '' }: NodemailerError): MailLimit | null {
  if (response === undefined || responseCode < 400) return null;
  const said = response.replaceAll(CODES, '').replaceAll(/\s+/g, ' ').toLowerCase();
  return (
    limitByWords(said) ?? (responseCode < 500 ? limitByCode(said, response, responseCode, command) : null)
  );
}

function limitByWords(said: string): MailLimit | null {
  if (SENDERS_QUOTA.test(said)) return 'quota';
  if (RECIPIENTS_PACE.test(said)) return 'recipient';
  if (OF_RECIPIENT.test(said) && !SENDER_HAS_EXCEEDED.test(said)) return null;
  if (QUOTA.some((words) => words.test(said)) && !said.includes('queue quota')) return 'quota';
  if (PACE.some((words) => words.test(said)) && !OF_MESSAGE.test(said)) return 'pace';
  return null;
}

function limitByCode(said: string, response: string, code: number, command: string): MailLimit | null {
  if (OF_RECIPIENT.test(said)) return null;
  if (ALWAYS_OURS.has(code)) return 'pace';
  const status = STATUS.exec(response)?.[1];
  if (status !== undefined && OUR_STATUS.test(status)) return 'pace';
  return TEMPORARY.has(code) && !AFTER_RECIPIENT.has(command) ? 'pace' : null;
}
