import { CancellationService } from '../../../src/signatures/cancellation.service.js';
import { recordSealFailure } from '../../../src/signatures/seal-failures.queries.js';
import { type SharedTestApp, type TestOrganization } from '../app.js';
import { type Mailbox } from '../mailbox.js';
import { completedSeveral } from '../several-documents.js';
import { ANNA, JONAS, sendRequest } from '../signing-requests.js';
import { until } from '../until.js';

/** Ids of requests, one in each state. */
export interface RequestsOfOffice {
  /** The mail to one of its signers was refused. */
  sent: number;
  partlySigned: number;
  completed: number;
  /** Completed, with two documents. */
  several: number;
  rejected: number;
  expired: number;
  scheduled: number;
  /** Signed in the sender's presence. */
  inPerson: number;
  /** Everyone has signed, and the seal fails. */
  unsealed: number;
  /** By a member, who says why. */
  cancelled: number;
}

const LUKASZ = { email: 'lukasz.wozniak@signers.test', name: 'Łukasz Woźniak' };
const LONG = {
  subject: 'Amendment no. 3 to the framework agreement on maintenance of the lifts at Nowy Świat 14',
};
const REASON =
  'The rent in § 4 is not what we agreed on the telephone last Thursday. Please correct it and send it again.';

/** More requests, so the list fills its page. */
const MANY = `
  with made as (
    insert into signatures (organization_id, created_by_user_id, type, status, document_status, sender_name, subject,
      original_document_name, original_document_type, original_document_extension, date_sent, created_at)
    select $1, $2, 'fast', (array['created', 'completed', 'expired', 'rejected'])[1 + n % 4], 'ready', 'Acme',
      (array['Lease of the flat in Żelazna 51', 'Employment contract', 'Offer no. ' || n, 'Mandate'])[1 + n % 4],
      'Document ' || n, 'application/pdf', 'pdf', app_now() - n * interval '5 hours', app_now() - n * interval '5 hours'
    from generate_series(1, 60) n returning id)
  insert into signature_signers (organization_id, signature_id, email, email_key, name)
  select $1, id, who || id || '@signers.test', who || id || '@signers.test', 'Małgorzata Kowalczyk-Wiśniewska'
  from made, unnest(array['malgorzata.kowalczyk-wisniewska', 'tomasz.zielinski']) who`;

export async function makeRequests(
  test: SharedTestApp,
  acme: TestOrganization,
  mailbox: Mailbox,
): Promise<RequestsOfOffice> {
  await test.dataSource.query(MANY, [acme.organizationId, acme.userId]);
  const send = (signers = [LUKASZ, ANNA], more = {}, type = 'fast') =>
    sendRequest(test, acme, type, signers, { subject: 'Umowa najmu – Lease agreement', ...more });
  const refused = { email: 'piotr@gone.test', name: 'Piotr Dąbrowski' };
  mailbox.refuse(refused.email, { code: 550, message: '5.1.1 <piotr@gone.test>: no such user here' });
  const [sent, partly, completed, rejected, expired] = [
    await send([LUKASZ, refused]),
    await send(),
    await send([LUKASZ]),
    await send([JONAS], LONG),
    await send([JONAS], LONG),
  ];
  await partly.visitors[0]!.sign();
  await completed.visitors[0]!.sign();
  await rejected.visitors[0]!.post('reject', { reason: REASON, confirmed: 'yes' });
  await until('the request is completed', async () => (await completed.status()) === 'completed');
  await test.dataSource.query("update signatures set status = 'expired' where id = $1", [expired.id]);
  const unsealed = await send();
  await recordSealFailure(
    test.dataSource.manager,
    { organizationId: acme.organizationId, signatureId: unsealed.id },
    { cause: 'time_stamp', message: 'The time stamp authority answered with 503.' },
  );
  const cancelled = await send();
  await test.app
    .get(CancellationService, { strict: false })
    .cancel({ ...acme, ip: '203.0.113.7', userAgent: 'Firefox' }, cancelled.id, {
      text: REASON,
      isShownToSigners: false,
    });
  const trail = 'select 1 from signature_audit_events where type = $1 and signature_id = $2';
  await until('a mail was refused', async () => {
    const found = await test.dataSource.query<unknown[]>(trail, ['email_failed', sent.id]);
    return found.length > 0;
  });
  return {
    sent: sent.id,
    partlySigned: partly.id,
    completed: completed.id,
    several: Number((await completedSeveral(test, acme)).split('/').at(-1)),
    rejected: rejected.id,
    expired: expired.id,
    scheduled: (await send([ANNA], { scheduledDate: new Date(Date.now() + 86_400_000).toISOString() })).id,
    inPerson: (await send([ANNA], {}, 'in_person')).id,
    unsealed: unsealed.id,
    cancelled: cancelled.id,
  };
}
