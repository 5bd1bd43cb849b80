import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft, sendRequest, SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;

describe('request timers', () => {
  let test: TestApp;
  let acme: TestOrganization;

  beforeEach(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
  });
  afterEach(() => test.close());

  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const get = async (id: number) => (await acme.api.get(`${SIGNATURES}/${id}`)).body;
  const reaches = (id: number, status: string) =>
    until(`the request is ${status}`, async () => (await get(id)).status === status);
  const webhookEvents = async (id: number): Promise<string[]> => {
    const { body } = await acme.api.get('/api/v1/webhook-notifications');
    return body.items
      .filter(({ requestBody }: { requestBody: { data: { id: number } } }) => requestBody.data.id === id)
      .map(({ event }: { event: string }) => event)
      .reverse();
  };
  const trail = async (id: number) =>
    (await acme.api.get(`${SIGNATURES}/${id}/audit-trail`)).body.items.map(
      ({ type }: { type: string }) => type,
    );

  it('sends a scheduled request on time and expires it at its deadline', async () => {
    const { id } = await sendRequest(acme.api, { scheduledDate: inHours(2), expiresDate: inHours(5) });
    await test.database.moveClock('1 hour');
    expect(await get(id)).toMatchObject({ status: 'scheduled', dateSent: null });
    expect(await webhookEvents(id)).toEqual([]);
    await test.database.moveClock('70 minutes');
    await reaches(id, 'created');
    expect((await get(id)).dateSent).not.toBeNull();
    expect(await webhookEvents(id)).toEqual(['signature.created']);
    await until('the invitation has been sent', async () => (await trail(id)).includes('email_accepted'));
    await test.database.moveClock('3 hours');
    await reaches(id, 'expired');
    expect(await webhookEvents(id)).toEqual(['signature.created', 'signature.expired']);
    expect(await trail(id)).toEqual([
      'created',
      'document_typeset',
      'scheduled',
      'sent',
      'email_accepted',
      'expired',
    ]);
  });

  inDepth('refuses reminders and corrections after the deadline, even before the timer has run', async () => {
    const { id, signers } = await sendRequest(acme.api, { expiresDate: inHours(1) });
    await test.database.moveClock('2 hours');
    const path = `${SIGNATURES}/${id}/signers/${signers[0]!.id}`;
    expect((await acme.api.post(`${path}/notification`)).body).toMatchObject({ code: 'request_closed' });
    expect((await acme.api.patch(path, { email: 'new@example.test' })).body).toMatchObject({
      code: 'request_closed',
    });
  });

  inDepth('leaves a cancelled request alone', async () => {
    const { id } = await sendRequest(acme.api, { scheduledDate: inHours(1), expiresDate: inHours(2) });
    await acme.api.delete(`${SIGNATURES}/${id}`);
    await test.database.moveClock('3 hours');
    await until('both timers have run', async () => {
      const [{ waiting }] = await test.dataSource.query(
        "select count(*) as waiting from jobs where kind like 'signature.%'",
      );
      return waiting === 0;
    });
    const [row] = await test.dataSource.query('select status, date_sent from signatures where id = $1', [id]);
    expect(row).toEqual({ status: 'scheduled', date_sent: null });
    expect(await webhookEvents(id)).toEqual(['signature.cancelled']);
  });

  it('refuses a time after the deadline', async () => {
    const id = await createDraft(acme.api);
    const body = {
      signers: [{ email: 'ann@example.test' }],
      scheduledDate: inHours(2),
      expiresDate: inHours(1),
    };
    expect((await acme.api.post(`${SIGNATURES}/${id}/send`, body)).body).toMatchObject({
      statusCode: 400,
      code: 'scheduled_after_expiry',
    });
  });
});
