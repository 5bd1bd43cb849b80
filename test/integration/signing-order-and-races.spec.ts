import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, sendRequest, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

describe('signing: order, endings and races', () => {
  let test: TestApp;
  let acme: TestOrganization;
  const published: { type: string; id: unknown }[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
    const { EventBus } = await import('../../src/platform/events/event-bus.js');
    test.app.get(EventBus).listen(async (_tx, { type, data }) => void published.push({ type, id: data.id }));
  });
  afterAll(() => test.close());

  const eventsOf = (id: number) => published.filter((event) => event.id === id).map(({ type }) => type);
  const trailOf = async (path: string) =>
    ((await acme.api.get(`${path}/audit-trail`)).body.items as { type: string }[]).map(({ type }) => type);

  it('lets signers act only in order, and shows the others whom they are waiting for', async () => {
    const request = await sendRequest(test, acme, 'fast', [
      { ...ANNA, order: 1 },
      { ...JONAS, order: 2 },
      { email: 'third@signers.test', name: 'Third', order: 2 },
    ]);
    const [anna, jonas, third] = request.visitors;
    const early = await jonas!.get();
    expect(early).toMatchObject({ status: 200, heading: 'It’s not your turn yet' });
    expect(early.html).toContain('Anna Maria Eriksson');
    const document = await jonas!.get('document');
    expect(document).toMatchObject({ status: 200, heading: 'Lease agreement' });
    expect(document.html).toContain('It’s not your turn yet');
    expect(document.html).not.toContain('data-sign-form');
    expect((await jonas!.get('file')).headers.get('content-type')).toBe('application/pdf');
    expect((await jonas!.get('text')).status).toBe(200);
    expect((await jonas!.get('consent')).heading).toBe('It’s not your turn yet');
    expect((await jonas!.sign()).location).toBe('');
    expect((await jonas!.post('reject', { reason: 'no', confirmed: 'yes' })).location).toBe('');
    expect(await request.status()).toBe('created');

    expect((await anna!.sign()).location).toBe('/done');
    expect((await third!.sign()).location).toBe('/done');
    expect((await jonas!.sign()).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    expect(eventsOf(request.id)).toEqual([
      'signature.created',
      'signature.partially_signed',
      'signature.completed',
    ]);
  });

  inDepth('completes a request once when the last two sign at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
      const answers = await Promise.all(request.visitors.map((visitor) => visitor.sign()));
      expect(answers.map(({ location }) => location)).toEqual(['/done', '/done']);
      await until('the request is completed', async () => (await request.status()) === 'completed');
      expect(eventsOf(request.id)).toEqual([
        'signature.created',
        'signature.partially_signed',
        'signature.completed',
      ]);
    }
  });

  it('signs once on a double click, and shows a second tab that it is done', async () => {
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
    const anna = request.visitors[0]!;
    const answers = await Promise.all([anna.sign(), anna.sign(), anna.sign()]);
    expect(answers.map(({ location }) => location).sort()).toEqual(['', '', '/done']);
    expect((await anna.get()).heading).toBe('You have already signed');
    expect((await anna.get('consent')).heading).toBe('You have already signed');
    expect((await trailOf(request.path)).filter((type) => type === 'signed')).toHaveLength(1);
  });

  it('ends in one way only if one signs while another rejects', async () => {
    for (let round = 0; round < 3; round++) {
      const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
      const [anna, jonas] = request.visitors;
      const reject = () => jonas!.post('reject', { reason: 'The rent is wrong', confirmed: 'yes' });
      await Promise.all([anna!.sign(), reject()]);
      expect(await request.status()).toBe('rejected');
      const signed = (await trailOf(request.path)).includes('signed');
      const rejectedAfter = signed
        ? ['signature.partially_signed', 'signature.rejected']
        : ['signature.rejected'];
      expect(eventsOf(request.id)).toEqual(['signature.created', ...rejectedAfter]);
      expect((await anna!.get()).heading).toBe('Someone has declined to sign');
      expect((await jonas!.get()).heading).toBe('You have declined to sign');
    }
  });

  it('asks for a reason and a confirmation before it rejects', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const anna = request.visitors[0]!;
    expect((await anna.get('reject')).heading).toBe('Decline to sign?');
    expect(await anna.post('reject', { reason: ' \n ' })).toMatchObject({ status: 400 });
    expect(await anna.post('reject', { reason: 'x'.repeat(1_001), confirmed: 'yes' })).toMatchObject({
      status: 400,
    });
    expect(await anna.post('reject', { reason: 'No\0 <b>' })).toMatchObject({
      status: 200,
      heading: 'Are you sure you want to decline?',
    });
    expect(await request.status()).toBe('created');
    await anna.post('reject', { reason: 'No\0 <b>', confirmed: 'yes' });
    expect(await request.status()).toBe('rejected');
    const rows = await test.dataSource.query('select rejection_reason from signature_signers where id = $1', [
      request.signerIds[0],
    ]);
    expect(rows).toEqual([{ rejection_reason: 'No <b>' }]);
  });

  it('a request is either signed or cancelled when both happen at once', async () => {
    for (let round = 0; round < 3; round++) {
      const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS]);
      const anna = request.visitors[0]!;
      await Promise.all([anna.sign(), acme.api.delete(request.path)]);
      expect(await anna.get()).toMatchObject({ status: 410, heading: 'This request was cancelled' });
      const types = eventsOf(request.id);
      expect(types.at(-1)).toBe('signature.cancelled');
      const rows = await test.dataSource.query('select status from signature_signers where id = $1', [
        request.signerIds[0],
      ]);
      const wasFirst = types.includes('signature.partially_signed');
      expect(rows).toEqual([{ status: wasFirst ? 'signed' : 'pending' }]);
    }
  });

  it('does nothing once the request is cancelled', async () => {
    const request = await sendRequest(test, acme, 'advanced');
    await acme.api.delete(request.path);
    const anna = request.visitors[0]!;
    for (const page of ['', 'code', 'document', 'consent', 'done']) {
      const seen = await anna.get(page);
      if (page === 'done') expect(seen.location).toBe('');
      else expect(seen).toMatchObject({ status: 410, heading: 'This request was cancelled' });
    }
    expect((await anna.get('file')).status).toBe(404);
    for (const page of ['code/send', 'code', 'identity', 'consent']) {
      expect((await anna.post(page, { code: '000000', agree: 'yes' })).status).toBeLessThan(304);
    }
    expect(await trailOf(request.path).catch(() => [])).toEqual([]);
    const rows = await test.dataSource.query(
      'select type from signature_audit_events where signature_id = $1',
      [request.id],
    );
    expect(rows.map(({ type }: { type: string }) => type)).not.toContain('code_sent');
  });

  it('a request expires by the database’s clock, before the timer has run', async () => {
    const deadline = new Date(Date.now() + 3_600_000).toISOString();
    const request = await sendRequest(test, acme, 'fast', [ANNA, JONAS], { expiresDate: deadline });
    const [anna, jonas] = request.visitors;
    expect((await anna!.sign()).location).toBe('/done');
    await test.database.moveClock('2 hours');
    expect((await jonas!.sign()).location).toBe('');
    expect(await jonas!.get()).toMatchObject({ status: 410, heading: 'The deadline has passed' });
    await until('the request is expired', async () => (await request.status()) === 'expired');
    expect((await anna!.get()).heading).toBe('The deadline has passed');
  });

  inDepth('opens a scheduled request on time, and no sooner', async () => {
    const scheduledDate = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const request = await sendRequest(test, acme, 'self_signed', [ANNA], { scheduledDate });
    const anna = request.visitors[0]!;
    expect((await anna.get()).heading).toBe('This request is not open yet');
    expect((await anna.sign()).location).toBe('');
    expect(await request.status()).toBe('scheduled');
    await test.database.moveClock('48 hours');
    await until('the request is open', async () => (await request.status()) === 'created');
    expect((await anna.sign()).location).toBe('/done');
  });

  it('replaces the link when the address changes', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const [before] = request.visitors;
    const signerId = request.signerIds[0]!;
    await acme.api.patch(`${request.path}/signers/${signerId}`, { email: 'other@signers.test' });
    expect(await before!.get()).toMatchObject({ status: 410, heading: 'This link has been replaced' });
    expect((await before!.sign()).location).toBe('');
    expect(await request.status()).toBe('created');
    const after = await visitorOf(test, acme.organizationId, signerId);
    expect((await after.sign()).location).toBe('/done');
  });

  it('accepts only complete tokens', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { token } = request.visitors[0]!;
    const wrong = [
      '0'.repeat(64),
      token.toUpperCase() === token ? 'x' : token.toUpperCase(),
      token.slice(1),
      `${token}0`,
      '%00',
    ];
    for (const other of wrong) {
      const answer = await fetch(`${test.url}/sign/${other}`, { redirect: 'manual' });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This link does not work');
    }
  });

  it('sends the headers that isolate a page', async () => {
    const request = await sendRequest(test, acme, 'fast');
    const { headers } = await request.visitors[0]!.get();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  });
});
