import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecondFactors } from '../../src/accounts/second-factors.js';
import { operatorOf } from '../../src/activity/domain/activity-event.js';
import { findDays } from '../../src/oversight/day-count.queries.js';
import { OrganizationHealth } from '../../src/oversight/organization-health.js';
import { OwnerWatch } from '../../src/oversight/owner-watch.js';
import { OrganizationKeys } from '../../src/pdf-signatures/organization-keys.js';
import { openDisruptions } from '../../src/platform/disruptions/disruption.queries.js';
import { ProvisioningService } from '../../src/provisioning/provisioning.service.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { type DashboardMember, PASSWORD, signedIn } from '../support/dashboard-member.js';
import { publishEvent } from '../support/events.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { answers, Receiver } from '../support/receiver.js';
import { until } from '../support/until.js';

const P12_DAYS = 20;

/** A PKCS#12 file whose certificate ends in 20 days. */
function endingP12(folder: string): string {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const certificate =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem';
  run(...certificate.split(' '), '-days', String(P12_DAYS), '-subj', '/CN=Service seal');
  run(...'pkcs12 -export -inkey key.pem -in cert.pem -out seal.p12 -passout pass:word'.split(' '));
  return join(folder, 'seal.p12');
}

describe('alerts to owners', () => {
  let test: TestApp;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-watch-'));
    mailbox = await Mailbox.start();
    receiver = await Receiver.start();
    test = await startTestApp({
      smtpUrl: mailbox.url,
      sealP12: { file: endingP12(folder), passphrase: 'word' },
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
      webhookCaFile: receiver.caFile,
    });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
    await receiver?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Checks twice: nothing is reported twice. */
  const look = async () => {
    for (let looks = 0; looks < 2; looks++) await test.app.get(OwnerWatch).check();
  };
  const failing = async ({ organizationId }: TestOrganization) =>
    (await openDisruptions(test.dataSource.manager, organizationId)).map(({ what }) => what);
  const mailsTo = (address: string, subject: RegExp) =>
    mailbox.mails.filter((mail) => mail.recipients.includes(address) && subject.test(mail.subject ?? ''));

  it('begins the activity with the creation of the first organization', async () => {
    let organizationId = 0;
    await test.app.get(ProvisioningService).provisionFirst((made) => ({ organizationId } = made));
    const events = await activityOf(test.dataSource, organizationId);
    expect(events).toMatchObject([{ type: 'organization_created', userId: null }]);
  });

  inDepth(
    'tells owners once that an endpoint has failed for an hour, and once that it works again',
    async () => {
      const org = await test.createOrganization();
      const { organizationId, ownerEmail } = org;
      const other = await test.createOrganization();
      const inbox = receiver.newInbox();
      inbox.answerAlways(answers.status(500));
      const url = `${inbox.url}?token=hidden`;
      await test.app.get(WebhookEndpointsService).setUrl({ organizationId, url });
      await publishEvent(test, org);
      await until('the endpoint fails', async () => (await failing(org)).includes('endpoint'));
      await look();
      await test.database.moveClock('61 minutes');
      await look();
      const told = await mailbox.waitForMailTo(ownerEmail, /failing for an hour/);
      expect(told.text).toContain(`No delivery to localhost:${receiver.port} has succeeded since`);
      expect(told.text).not.toContain('hidden');

      inbox.answerAlways(answers.status(200));
      await test.database.moveClock('41 minutes');
      await until('the endpoint works', async () => (await failing(org)).length === 0);
      await look();
      await mailbox.waitForMailTo(ownerEmail, /deliveries are working again/);
      expect(mailsTo(ownerEmail, /Webhook deliveries/)).toHaveLength(2);
      expect(mailsTo(other.ownerEmail, /Webhook deliveries/)).toEqual([]);
    },
  );

  it('watches each endpoint separately: one that works does not hide one that fails', async () => {
    const org = await test.createOrganization();
    const { organizationId, ownerEmail } = org;
    const endpoints = test.app.get(WebhookEndpointsService);
    const [broken, working] = [receiver.newInbox(), receiver.newInbox()];
    broken.answerAlways(answers.status(500));
    await endpoints.setUrl({ organizationId, url: working.url });
    const { endpointId } = await endpoints.add({ organizationId, label: 'Archive', url: broken.url });
    await publishEvent(test, org);
    await until('one fails', async () => (await failing(org)).length === 1);
    await test.database.moveClock('61 minutes');
    await publishEvent(test, org);
    await working.waitFor(2);
    await look();
    await mailbox.waitForMailTo(ownerEmail, /failing for an hour/);
    const [open] = await openDisruptions(test.dataSource.manager, organizationId);
    expect(open!.subject).toBe(endpointId);
    const { html } = await (await signedIn(test, org)).get();
    expect(html).toMatch(/>Archive<\/a>: <a class="state failed"[^>]*>Failing since /);
    expect(mailsTo(ownerEmail, /Webhook deliveries/)).toHaveLength(1);
  });

  inDepth('shows that mail fails, and tells owners afterwards how long it did', async () => {
    const org = await test.createOrganization();
    const { organizationId, ownerEmail } = org;
    const owner = await signedIn(test, org);
    mailbox.refuseAll({ code: 550, message: '5.7.60 not allowed to send as this sender' });
    await test.app.get(SecondFactors, { strict: false }).reset(operatorOf(organizationId), ownerEmail);
    await until('mail fails', async () => (await failing(org)).includes('mail'));
    const banner = async (person: DashboardMember, page: string) =>
      (await person.get(page)).html.includes('has not accepted any of your emails since');
    expect(await banner(owner, '')).toBe(true);
    expect(await banner(owner, 'people')).toBe(false);

    await test.database.moveClock('61 minutes');
    const admin = await signedIn(test, org, 'admin');
    const reviewer = await signedIn(test, org, 'reviewer');
    expect(await banner(owner, 'people')).toBe(true);
    expect(await banner(admin, 'deliveries')).toBe(true);
    expect(await banner(reviewer, 'reviews')).toBe(false);
    expect(await banner(await signedIn(test, await test.createOrganization()), 'people')).toBe(false);
    const { html } = await owner.get('mail');
    expect(html.match(/has not accepted any of your emails/g)).toHaveLength(1);
    mailbox.refuseAll();
    // The refused mails are tried again.
    await test.database.moveClock('16 minutes');
    await until('mail works', async () => (await failing(org)).length === 0);
    await look();
    const told = await mailbox.waitForMailTo(ownerEmail, /Email works again/);
    expect(told.text).toContain('accepted no email for your organization');
    expect(mailsTo(ownerEmail, /Email works again/)).toHaveLength(1);
    const changes = mailsTo(ownerEmail, /sign-in settings/).map(({ text }) => text!);
    expect(changes).toEqual([expect.stringMatching(/second step was turned off[^]*by the operator of/)]);
    expect(await banner(owner, '')).toBe(false);
    expect(await banner(owner, 'people')).toBe(false);
  });

  inDepth(
    'shows the mail server’s reply to a test mail, and tells a member that the password was changed',
    async () => {
      const org = await test.createOrganization();
      const { organizationId, ownerEmail } = org;
      const owner = await signedIn(test, org);
      const taken = await owner.send('mail');
      expect(taken.html).toContain('The mail server has accepted the email');
      expect(taken.html).toMatch(/<pre[^>]*>250 /);
      expect((await mailbox.waitForMailTo(ownerEmail, /Test email/)).text).toContain('It works');
      mailbox.refuse(ownerEmail, { code: 550, message: 'no <such> user' });
      const refused = await owner.send('mail');
      expect(refused.html).toContain('The mail server refuses this email');
      expect(refused.html).toContain('550 no &lt;such&gt; user');
      for (let sent = 2; sent < 10; sent++) expect((await owner.send('mail')).status).toBe(200);
      expect((await owner.send('mail')).status).toBe(429);

      const sent = (await activityOf(test.dataSource, organizationId)).filter(
        ({ type }) => type === 'test_mail_sent',
      );
      expect(sent.map(({ data }) => data).slice(0, 2)).toEqual([{ fault: null }, { fault: 'refused' }]);
      expect(sent).toHaveLength(10);
      await owner.send(
        'account/password',
        { present: PASSWORD, next: 'four more unrelated words' },
        'account',
      );
      await signedIn(test, org);
      const changes = () => mailsTo(ownerEmail, /sign-in settings/).map(({ text }) => text!);
      await until('both changes are told', () => changes().length === 2);
      expect(changes().join()).toMatch(/Your password was changed[^]*from the IP address 127\.0\.0\.1/);
      expect(changes().join()).toMatch(
        /A password was chosen with a link[^]*from the IP address 127\.0\.0\.1/,
      );
    },
  );

  it('counts by day what is sent and what ends, even at the same time, and shows it to owners', async () => {
    const org = await test.createOrganization();
    const { manager } = test.dataSource;
    await Promise.all(Array.from({ length: 5 }, () => publishEvent(test, org, 'signature.created')));
    await publishEvent(test, org, 'signature.completed');
    await publishEvent(test, org, 'signature.expired');
    const days = await findDays(manager, org.organizationId, 2);
    expect(days).toMatchObject([
      { sent: 0, completed: 0, approved: 0, notApproved: 0 },
      { sent: 5, completed: 1, approved: 0, notApproved: 0 },
    ]);
    const { html } = await (await signedIn(test, org)).get();
    expect(html).toContain('Sent per day: 5 in all');
    expect(html).toContain('<svg');
    const reviewer = await (await signedIn(test, org, 'reviewer')).get();
    expect(reviewer.html).toContain('Reviews to decide');
    expect(reviewer.html).not.toMatch(/<svg|Failures|Seal key/);
  });

  inDepth('tells owners once of each key that ends, and of an API key that was not replaced', async () => {
    const org = await test.createOrganization();
    const { organizationId, ownerEmail } = org;
    await test.app.get(OrganizationKeys).signerKey(organizationId, { name: null, email: 'a@b.test' });
    await test.dataSource.query(
      `update organization_certificates set not_after = app_now() + interval '29 days' where organization_id = $1`,
      [organizationId],
    );
    await test.dataSource.query(
      `update api_keys set created_at = app_now() - interval '91 days' where organization_id = $1`,
      [organizationId],
    );
    await look();
    await mailbox.waitForMailTo(ownerEmail, /91 days old/);
    const ends = () => mailsTo(ownerEmail, /A key expires soon/).map(({ text }) => text);
    await until('both keys are told', () => ends().length === 2);
    expect(ends().join()).toContain('SEAL_P12');
    expect(ends().join()).toContain('certificate authority expires soon');
    const { sealKey } = await test.app.get(OrganizationHealth).find(organizationId);
    const [{ end }] = await test.dataSource.query<[{ end: Date }]>(
      `select not_after as end from organization_certificates where organization_id = $1`,
      [organizationId],
    );
    expect(sealKey).toMatchObject({ isConfigured: true, authorityNotAfter: end });

    await test.dataSource.query(
      `update api_keys set created_at = created_at - interval '90 days' where organization_id = $1`,
      [organizationId],
    );
    await look();
    await mailbox.waitForMailTo(ownerEmail, /181 days old/);
    expect(mailsTo(ownerEmail, /days old/)).toHaveLength(2);
    expect(ends()).toHaveLength(2);
  });
});
