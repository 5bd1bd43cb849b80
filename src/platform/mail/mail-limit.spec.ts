import { type MailLimit, mailLimitOf } from './mail-limit.js';

type Step = 'CONN' | 'AUTH LOGIN' | 'MAIL FROM' | 'RCPT TO' | 'DATA';

/** What the server says at a step. */
function limitAt(command: Step, response: string): MailLimit | null {
  const responseCode = Number(response.slice(0, 3));
  return mailLimitOf({ name: 'Error', message: response, response, responseCode, command });
}

/** Answers by whom they come from, at the step at which they do. */
const ANSWERS: [MailLimit | null, Step, string][] = [
  // Exchange Online.
  ['pace', 'MAIL FROM', '432 4.3.2 Concurrent connections limit exceeded.'],
  ['pace', 'DATA', '432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded.'],
  ['pace', 'CONN', '421 4.3.2 The maximum number of concurrent connections has exceeded a limit'],
  ['pace', 'RCPT TO', '451 4.7.500 Server busy. Please try again later'],
  ['pace', 'DATA', '550 5.7.508 Access denied, [192.0.2.1] has exceeded permitted limits within range'],
  ['quota', 'DATA', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException'],
  [
    'quota',
    'DATA',
    '554 5.2.2 mailbox full; STOREDRV.Submission.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
  ],
  ['quota', 'DATA', "550 5.1.90 Your message can't be sent because you've reached your daily limit"],
  ['quota', 'DATA', '550 5.2.2 Submission quota exceeded'],
  ['quota', 'DATA', '550 5.7.705 Access denied, tenant has exceeded threshold'],
  ['quota', 'DATA', '550 5.7.233 Your message can’t be sent because your tenant exceeded its daily limit'],
  [
    'recipient',
    'DATA',
    "550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
  ],
  ['recipient', 'DATA', "550 5.2.122 Recipient's per hour message receive limit exceeded"],
  ['recipient', 'RCPT TO', '432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded'],
  // Gmail and Google Workspace.
  ['quota', 'RCPT TO', '550 5.4.5 Daily user sending limit exceeded. For more information …'],
  ['quota', 'DATA', '550-5.4.5 Daily user sending quota exceeded.\r\n550 5.4.5 https://support.google.com'],
  ['quota', 'MAIL FROM', '550 5.7.1 Daily SMTP relay limit exceeded for user.'],
  ['pace', 'MAIL FROM', '450 4.2.1 Peak SMTP relay limit exceeded for customer. This is a temporary error.'],
  ['pace', 'DATA', '421-4.7.28 Our system has detected an unusual rate of\r\n421 4.7.28 unsolicited mail'],
  ['pace', 'MAIL FROM', '421 4.4.5 Server busy, try again later.'],
  ['pace', 'AUTH LOGIN', '454 4.7.0 Too many login attempts, please try again later.'],
  [
    'recipient',
    'RCPT TO',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\r\n450 4.2.1 prevents …',
  ],
  [
    'recipient',
    'RCPT TO',
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\r\n550 5.2.1 prevents …',
  ],
  [null, 'RCPT TO', '452 4.2.2 The email account that you tried to reach is over quota.'],
  [null, 'RCPT TO', '552 5.2.2 The email account that you tried to reach is over quota.'],
  // Amazon SES.
  ['pace', 'DATA', '454 Throttling failure: Maximum sending rate exceeded'],
  ['quota', 'DATA', '454 Throttling failure: Daily message quota exceeded'],
  // SendGrid, Emailit, UniSender, Outmail, mailcow, Yandex, iCloud.
  ['quota', 'AUTH LOGIN', '451 Authentication failed: Maximum credits exceeded'],
  ['pace', 'RCPT TO', '450 too frequent connects from 198.37.147.135, please try again later.'],
  ['pace', 'MAIL FROM', '452 4.4.5 Messages per second limit exceeded'],
  ['quota', 'MAIL FROM', '452 4.5.3 Daily message limit exceeded'],
  ['pace', 'AUTH LOGIN', '550 Too many messages. Try again in 92 seconds.'],
  [
    'quota',
    'RCPT TO',
    '554 5.7.1 <jo@acme.test>: Recipient address rejected: You have exceeded your Outmail quota.',
  ],
  ['pace', 'RCPT TO', '451 4.7.1 Ratelimit "user" exceeded'],
  ['recipient', 'DATA', '451 4.5.1 The recipient <jo@acme.test> has exceeded their message rate limit.'],
  ['recipient', 'RCPT TO', '421 4.7.1 Messages to jo@icloud.com deferred due to excessive volume.'],
  // Postfix, Exim, sendmail and their filters.
  ['pace', 'MAIL FROM', '450 4.7.1 Error: too much mail from 192.0.2.1'],
  ['pace', 'CONN', '421 4.7.0 mx.acme.test Error: too many connections from 192.0.2.1'],
  ['pace', 'RCPT TO', '450 4.7.1 Error: too many recipients from 192.0.2.1'],
  ['pace', 'RCPT TO', '452 4.3.2 Connection rate limit exceeded.'],
  ['pace', 'RCPT TO', '451 4.7.1 <mx[192.0.2.2]>: Client host rejected: Please try again slower'],
  ['pace', 'RCPT TO', '450 Number of sent emails has exceeded our IP limit. Come back later.'],
  ['pace', 'DATA', '452 4.3.1 Insufficient system storage'],
  ['pace', 'MAIL FROM', '450 later'],
  ['pace', 'MAIL FROM', '451 later'],
  ['pace', 'MAIL FROM', '452 later'],
  [null, 'RCPT TO', '450 4.2.0 <jo@acme.test>: Recipient address rejected: Greylisted, see …'],
  [null, 'RCPT TO', '451 4.7.1 Greylisting in action, please come back later'],
  [null, 'RCPT TO', '450 4.2.1 mailbox busy'],
  [null, 'RCPT TO', '450 mailbox unavailable'],
  [null, 'RCPT TO', '451 later'],
  [null, 'RCPT TO', '450 4.1.1 <jo@acme.test>: Recipient address rejected: unverified address'],
  [null, 'DATA', '451 later'],
  // Faults.
  [null, 'RCPT TO', '550 5.1.1 <jo@acme.test>: Recipient address rejected: User unknown'],
  [null, 'DATA', '552 5.3.4 Message size exceeds fixed limit'],
  [null, 'DATA', '552 5.2.3 Your message exceeded the size limits of Google'],
  [null, 'DATA', '554 5.7.1 Message rejected as spam'],
  [null, 'AUTH LOGIN', '535 5.7.8 Username and Password not accepted'],
  [null, 'MAIL FROM', '550 5.7.60 Client does not have permissions to send as this sender'],
  [null, 'DATA', '554 5.4.14 Hop count exceeded - possible mail loop'],
];

describe('mailLimitOf', () => {
  it.each(ANSWERS)('%s: %s %s', (limit, step, answer) => {
    expect(limitAt(step, answer)).toBe(limit);
  });

  it('is null where the server said nothing', () => {
    expect(mailLimitOf({ name: 'Error', message: 'timeout', code: 'ETIMEDOUT', command: 'CONN' })).toBeNull();
  });
});
