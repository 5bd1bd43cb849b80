import { type Findings } from './findings.js';
import { addressOf, type Journey } from './journeys.js';
import { type Service, type Site } from './site.js';

/** Expects every recorded event and every mail to have arrived. Repetitions are allowed, and counted. */
export async function expectDelivered(
  site: Site<Service>,
  done: Journey[],
  findings: Findings,
): Promise<void> {
  await expectEvents(site, findings);
  expectMails(site, done, findings);
}

async function expectEvents(site: Site<Service>, findings: Findings): Promise<void> {
  const recorded = await site.query<{ webhookId: string; body: Buffer; status: string }>(
    `select d.webhook_id as "webhookId", v.body, d.status
     from webhook_deliveries d join webhook_events v on v.seq = d.event_seq`,
  );
  const arrived = groupBy(site.inbox.requests, ({ headers }) => String(headers['x-service-webhook-id']));
  const missing = recorded.filter(({ webhookId, body, status }) => {
    const same = arrived.get(webhookId)?.every((request) => request.body.equals(body));
    return same !== true || status !== 'success';
  });
  findings.none(
    'every event arrived, with its recorded bytes',
    missing.map(({ webhookId, status }) => `${webhookId} (${status})`),
    recorded.length,
  );
  findings.seen(
    `${site.inbox.requests.length - arrived.size} of ${recorded.length} events arrived more than once`,
  );
  findings.holds('nothing arrived that was not recorded', arrived.size <= recorded.length, `${arrived.size}`);
}

function expectMails({ mailbox }: Site<Service>, done: Journey[], findings: Findings): void {
  const signed = done.filter(({ sha256: hash }) => hash !== null);
  const byRecipient = groupBy(mailbox.mails, ({ recipients }) => recipients[0] ?? '');
  const missing = signed.flatMap(({ name, kind }) => {
    const mails = byRecipient.get(addressOf(name)) ?? [];
    const count = (hasDocument: boolean) =>
      new Set(
        mails
          .filter(({ attachments }) => attachments.length > 0 === hasDocument)
          .map(({ messageId }) => messageId),
      ).size;
    const [invitations, documents] = [count(false), count(true)];
    // A signer who was given the link may have signed before the invitation was due again; then it is not sent.
    const isInvited = invitations === 1 || (invitations === 0 && kind === 'signed by link');
    return isInvited && documents === 1
      ? []
      : [`${name}, ${kind}: ${invitations} invitations, ${documents} completed documents`];
  });
  findings.none('every invitation and every completed document was mailed', missing, signed.length);
  const messages = new Set(mailbox.mails.map(({ messageId, recipients }) => `${messageId} ${recipients[0]}`));
  findings.seen(`${mailbox.mails.length - messages.size} of ${messages.size} mails arrived more than once`);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
