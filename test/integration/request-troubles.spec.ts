import { findSealFailure } from '../../src/signatures/seal-failures.queries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { Mailbox } from '../support/mailbox.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

const REFUSAL = { code: 550, message: '5.1.1 No such user <here>' };
/** Its job may try as well meanwhile. */
const FAILED = /Sealing has failed (?:once|\d+ times)/;
/** Two attempts that make a seal. */
const LONGEST_MS = 60_000;

describe('the page of a request says', () => {
  let authority: TimeStampAuthority;
  let mailbox: Mailbox;
  let test: TestApp;

  beforeAll(async () => {
    authority = await TimeStampAuthority.start();
    mailbox = await Mailbox.start();
    const network = { tsaUrl: authority.url, webhookAllowedCidrs: ['127.0.0.0/8'] };
    test = await startTestApp({ ...network, smtpUrl: mailbox.url });
  });
  afterAll(async () => {
    await test?.close();
    await mailbox?.stop();
    await authority?.stop();
  });

  it('what the mail server said about each invitation, and that others can still bounce', async () => {
    const acme = await test.createOrganization();
    const owner = await signedIn(test, acme);
    mailbox.refuse(JONAS.email, REFUSAL);
    const { id } = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const rowOf = (html: string, { email }: typeof ANNA) =>
      html.split('<li data-key=').find((row) => row.includes(email))!;
    const html = await until('both have been answered', async () => {
      const page = (await owner.get(`signatures/${id}`)).html;
      return page.includes('was refused:') && page.includes('server accepted') ? page : '';
    });
    expect(rowOf(html, ANNA)).toMatch(/The mail server accepted the last email: 250 /);
    expect(rowOf(html, ANNA)).not.toContain('refused');
    expect(rowOf(html, JONAS)).toContain('The last email was refused: 550 5.1.1 No such user &lt;here&gt;');
    expect(html).toContain(
      'An accepted email can still bounce later, to the sender’s mailbox, which this service does not read.',
    );
  });

  it(
    'why it could not be sealed, and seals it when a member tries again',
    async () => {
      authority.behaviour = 'fails';
      const acme = await test.createOrganization();
      const owner = await signedIn(test, acme);
      const { id, visitors, status } = await sendRequest(test, acme, 'fast');
      await visitors[0]!.sign();
      const key = { organizationId: acme.organizationId, signatureId: id };
      await until('the seal has failed', async () => findSealFailure(test.dataSource.manager, key));
      const page = `signatures/${id}`;
      const { html } = await owner.get(page);
      expect(html).toMatch(FAILED);
      expect(html).toContain('The time stamp authority gave no valid time stamp. ');
      expect(html).toContain('Check TSA_URL');
      expect(html).toMatch(/<p class="small">[^<]*500[^<]*<\/p>/);
      expect(html).toContain('Try again now');

      const tryAgain = async () => {
        expect((await owner.send(`${page}/seal`, {}, page)).location).toBe(`/${page}?done=sealed`);
        return (await owner.get(`${page}?done=sealed`)).html;
      };
      const still = await tryAgain();
      expect(still).toContain('Sealing was tried again.');
      expect(still).toMatch(FAILED);
      authority.behaviour = 'good';
      const healed = await tryAgain();
      expect(healed).not.toMatch(FAILED);
      expect(healed).toContain(`/dashboard/${page}/signed`);
      expect(await status()).toBe('completed');
      const retried = {
        type: 'seal_retried',
        userId: acme.userId,
        subjectKind: 'signature',
        subjectId: id,
      };
      const events = await activityOf(test.dataSource, acme.organizationId);
      expect(events.filter(({ type }) => type === 'seal_retried')).toMatchObject([
        { ...retried, data: { completed: false } },
        { ...retried, data: { completed: true } },
      ]);
    },
    LONGEST_MS,
  );
});
