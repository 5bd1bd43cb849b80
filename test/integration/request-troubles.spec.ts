import { findSealFailure } from '../../src/signatures/seal-failures.queries.js';
import { activityOf } from '../support/activity.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { ANNA, JONAS, sendRequest } from '../support/signing-requests.js';
import { TimeStampAuthority } from '../support/time-stamp-authority.js';
import { until } from '../support/until.js';

const REFUSAL = { code: 550, message: '5.1.1 No such user <here>' };
/** The job may also try meanwhile. */
const FAILED = /Sealing has failed (?:once|\d+ times)/;
/** Two attempts that make a seal. */
const LONGEST_MS = 120_000;

describe('the page of a request with problems', () => {
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

  it('shows the mail server’s reply to each invitation, and that others can still bounce', async () => {
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
    expect(rowOf(html, ANNA)).not.toMatch(/accepted|refused/);
    expect(rowOf(html, JONAS)).toContain('The last email was refused: 550 5.1.1 No such user &lt;here&gt;');
    const [, folded] = html.split('Details for support');
    expect(folded).toMatch(
      new RegExp(
        `<bdi>${ANNA.email}</bdi></dt><dd class="wraps">The mail server accepted the last email: 250 `,
      ),
    );
    expect(html).toContain(
      'An accepted email can still bounce later, to the sender’s mailbox, which this service does not read.',
    );
  });

  inDepth(
    'explains why the request could not be sealed, and seals it when a member tries again',
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
      expect(html).toMatch(/<p lang="en">[^<]*500[^<]*<\/p>/);
      expect(html).toContain('Try again now');

      const tryAgain = async () => {
        expect((await owner.send(`${page}/seal`, {}, page)).location).toBe(`/${page}?done=sealing`);
        return until('the attempt has ended', async () => {
          const { html } = await owner.get(`${page}?done=sealing`);
          return html.includes('The document is being sealed.') ? '' : html;
        });
      };
      expect(await tryAgain()).toMatch(FAILED);
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
      expect(events.filter(({ type }) => type === 'seal_retried')).toMatchObject([retried, retried]);
    },
    LONGEST_MS,
  );
});
