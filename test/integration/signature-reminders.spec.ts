import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox } from '../support/mailbox.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { until } from '../support/until.js';

interface TrailItem {
  type: string;
  signerId?: number;
  automatic?: boolean;
}

describe('automatic reminders', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization();
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  const trailOf = async ({ path }: SentRequest): Promise<TrailItem[]> =>
    (await acme.api.get(`${path}/audit-trail`)).body.items;
  const remindedIn = async (request: SentRequest) =>
    (await trailOf(request)).filter(({ type }) => type === 'reminded').map(({ signerId }) => signerId);
  let count = 0;
  const named = (name: string) => ({ email: `${name}${++count}@signers.test`, name });
  const remindersTo = (email: string) =>
    mailbox.mails.filter(
      ({ recipients, subject }) => recipients.includes(email) && /^Reminder/.test(subject ?? ''),
    );
  const acceptedIn = async (request: SentRequest) =>
    (await trailOf(request)).filter(({ type }) => type === 'email_accepted').length;
  async function plannedChecks({ id }: SentRequest): Promise<number> {
    const [{ planned }] = await test.dataSource.query(
      `select count(*)::int as planned from jobs where kind = 'signature.remind'
        and (payload->>'signatureId')::bigint = $1`,
      [id],
    );
    return planned;
  }
  /** Waits until the reminder job has run and is either scheduled again or gone. */
  const checked = (request: SentRequest) =>
    until('the reminder job has run', async () => {
      const [{ due }] = await test.dataSource.query(
        `select count(*)::int as due from jobs where kind = 'signature.remind'
          and (payload->>'signatureId')::bigint = $1 and run_at <= app_now()`,
        [request.id],
      );
      return due === 0;
    });
  async function daysLater(days: number, request: SentRequest): Promise<void> {
    await test.database.moveClock(`${days} days`);
    await checked(request);
  }

  inDepth('reminds the signers whose turn it is at the chosen interval until they sign', async () => {
    const [first, second] = [named('anna'), named('jonas')];
    const signers = [
      { ...first, order: 1 },
      { ...second, order: 2 },
    ];
    const request = await sendRequest(test, acme, 'fast', signers, { remindEvery: 3 });
    const [anna, jonas] = request.signerIds;
    await until('both invitations have been sent', async () => (await acceptedIn(request)) === 2);
    await daysLater(2, request);
    expect(await remindedIn(request)).toEqual([]);
    await daysLater(1, request);
    await until('the first signer is reminded', () => remindersTo(first.email)[0]);
    expect(await remindedIn(request)).toEqual([anna]);
    const reminded = (await trailOf(request)).find(({ type }) => type === 'reminded');
    expect(reminded).toMatchObject({ signerId: anna, automatic: true });

    // A signer whose turn has just come is reminded only after the full interval.
    await test.database.moveClock('2 days');
    expect((await request.visitors[0]!.sign()).location).toBe('/done');
    await until('the next signer has been invited', async () => (await acceptedIn(request)) === 4);
    await daysLater(1, request);
    expect(await remindedIn(request)).toEqual([anna]);
    await daysLater(2, request);
    await until('the second signer is reminded', () => remindersTo(second.email)[0]);
    expect(await remindedIn(request)).toEqual([anna, jonas]);

    expect((await request.visitors[1]!.sign()).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    await daysLater(9, request);
    expect(await remindedIn(request)).toEqual([anna, jonas]);
  });

  it('restarts the interval after a reminder sent through the API', async () => {
    const request = await sendRequest(test, acme, 'fast', [named('anna')], { remindEvery: 2 });
    await until('the invitation has been sent', async () => (await acceptedIn(request)) === 1);
    await test.database.moveClock('1 day');
    await acme.api.post(`${request.path}/signers/${request.signerIds[0]}/notification`);
    await until('the reminder has been sent', async () => (await acceptedIn(request)) === 2);
    await daysLater(1, request);
    expect(await remindedIn(request)).toHaveLength(1);
    await daysLater(1, request);
    await until('the next automatic reminder is sent', async () => (await remindedIn(request)).length === 2);
  });

  it.each<[string, (request: SentRequest) => Promise<unknown>]>([
    ['was cancelled', ({ path }) => acme.api.delete(path)],
    ['was declined', ({ visitors }) => visitors[0]!.post('reject', { reason: 'The rent', confirmed: 'yes' })],
    ['has expired', () => test.database.moveClock('1 day')],
  ])('stops reminding once the request %s', async (_how, end) => {
    const [clock] = await test.dataSource.query("select app_now() + interval '22 hours' as at");
    const expiresDate = clock.at.toISOString();
    const signer = named('anna');
    const request = await sendRequest(test, acme, 'fast', [signer], { remindEvery: 1, expiresDate });
    await until('the invitation has been sent', async () => (await acceptedIn(request)) === 1);
    await end(request);
    await daysLater(4, request);
    await until('no check is planned', async () => {
      return (await plannedChecks(request)) === 0;
    });
    expect(remindersTo(signer.email)).toHaveLength(0);
  });

  it('sends reminders only on request, at intervals of 1 to 90 days', async () => {
    const signers = [{ email: 'ann@example.test' }];
    for (const remindEvery of [0, 91, 1.5, '3', -1]) {
      const id = await createDraft(acme.api);
      const { status, body } = await acme.api.post(`${SIGNATURES}/${id}/send`, { signers, remindEvery });
      expect([remindEvery, status, body.details?.[0].field]).toEqual([remindEvery, 400, 'remindEvery']);
    }
    const request = await sendRequest(test, acme, 'fast');
    expect(await plannedChecks(request)).toBe(0);
    expect((await acme.api.get(request.path)).body).not.toHaveProperty('remindEvery');
  });
});
