import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { Mailbox, ONE_TIME_CODE } from '../support/mailbox.js';
import { sendRequest, type SentRequest, visitorOf } from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { until } from '../support/until.js';

const TYPED = { method: 'typed', typed: 'Anna Maria Eriksson' };

describe('signing with a one-time code', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let mailbox: Mailbox;
  let count = 0;

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    test = await startTestApp({ smtpUrl: mailbox.url });
    acme = await test.createOrganization({ name: 'Acme' });
  });
  afterAll(async () => {
    await test.close();
    await mailbox.stop();
  });

  interface Advanced extends SentRequest {
    anna: SigningVisitor;
    email: string;
  }

  async function advanced(): Promise<Advanced> {
    const email = `anna${++count}@signers.test`;
    const request = await sendRequest(test, acme, 'advanced', [{ email, name: 'Anna Maria Eriksson' }]);
    return { ...request, anna: request.visitors[0]!, email };
  }

  const mailsTo = (email: string) =>
    mailbox.mails.filter(
      ({ recipients, text }) => recipients.includes(email) && ONE_TIME_CODE.test(text ?? ''),
    );

  async function codeFor({ anna, email }: Advanced): Promise<string> {
    const before = mailsTo(email).length;
    expect((await anna.post('code/send')).location).toBe('/code');
    const text = await until('the code arrives', () => mailsTo(email)[before]?.text);
    return ONE_TIME_CODE.exec(text!)![1]!;
  }

  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  it('opens the document only to the browser that entered the code', async () => {
    const request = await advanced();
    const { anna } = request;
    for (const page of ['document', 'consent']) expect((await anna.get(page)).location).toBe('/code');
    expect((await anna.get('file')).status).toBe(404);
    expect((await anna.sign(TYPED)).location).toBe('/code');

    const code = await codeFor(request);
    const entered = await anna.post('code', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(entered.location).toBe('/document');
    expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i);
    expect((await anna.get('code')).location).toBe('/document');
    expect((await anna.get('document')).status).toBe(200);

    const other = new SigningVisitor(`${test.url}/sign/${anna.token}`);
    expect((await other.get('document')).location).toBe('/code');
    expect((await other.sign(TYPED)).location).toBe('/code');
    expect((await other.post('code', { code })).html).toContain('no valid code');

    expect((await anna.sign({})).status).toBe(400);
    expect((await anna.sign(TYPED)).location).toBe('/done');
    await until('the request is completed', async () => (await request.status()) === 'completed');
    expect((await anna.get('copy')).headers.get('content-type')).toBe('application/pdf');
    expect((await other.get('copy')).status).toBe(404);
    expect((await other.get()).html).not.toContain('/copy');
  });

  it('opens the document, and nothing else, before the signer’s turn', async () => {
    const email = `later${++count}@signers.test`;
    const first = { email: `first${count}@signers.test`, order: 1 };
    const request = await sendRequest(test, acme, 'advanced', [first, { email, order: 2 }]);
    const later = request.visitors[1]!;
    expect((await later.get('document')).location).toBe('/code');
    expect((await later.get('file')).status).toBe(404);
    const code = await codeFor({ ...request, anna: later, email });
    expect((await later.get('code')).html).not.toContain('/reject"');
    expect((await later.post('code', { code })).location).toBe('/document');
    expect((await later.get('document')).html).toContain('It’s not your turn yet');
    expect((await later.get('file')).headers.get('content-type')).toBe('application/pdf');
    expect((await later.sign(TYPED)).location).toBe('');
    expect((await later.post('reject', { reason: 'No', confirmed: 'yes' })).location).toBe('');
    expect(await request.status()).toBe('created');
  });

  it('does not carry a code or a trusted browser over to a new address', async () => {
    const request = await advanced();
    const code = await codeFor(request);
    expect((await request.anna.post('code', { code })).location).toBe('/document');
    const signerId = request.signerIds[0]!;
    await acme.api.patch(`${request.path}/signers/${signerId}`, { email: `new${count}@signers.test` });
    const anna = await visitorOf(test, acme.organizationId, signerId);
    expect((await anna.get('document')).location).toBe('/code');
    expect((await anna.post('code', { code })).html).toContain('no valid code');
    const rows = await test.dataSource.query('select from signer_codes where signer_id = $1', [signerId]);
    expect(rows).toEqual([]);
  });

  it('stores neither the code nor anything it could be derived from', async () => {
    const request = await advanced();
    const code = await codeFor(request);
    const [row] = await test.dataSource.query('select code_hash from signer_codes where signer_id = $1', [
      request.signerIds[0],
    ]);
    expect(row.code_hash).toHaveLength(32);
    const jobs = await test.dataSource.query(
      'select payload::text from jobs union all select payload::text from failed_jobs',
    );
    expect(JSON.stringify(jobs)).not.toContain(code);
    expect(JSON.stringify(jobs)).not.toContain(request.anna.token);
  });

  it('focuses the field of the code, which keeps its hint after an error', async () => {
    const request = await advanced();
    const code = await codeFor(request);
    const focused = /<input class="input code" id="code"[^>]* autofocus/;
    expect((await request.anna.get('code')).html).toMatch(focused);
    const { html } = await request.anna.post('code', { code: wrongOf(code) });
    expect(html).toMatch(focused);
    for (const part of ['hint', 'error']) expect(html).toContain(` id="code-${part}">`);
    expect(html).toContain('aria-describedby="code-hint code-error"');
  });

  it('allows five tries, then requires a new code', async () => {
    const request = await advanced();
    const code = await codeFor(request);
    for (let tries = 1; tries <= 4; tries++) {
      const answer = await request.anna.post('code', { code: wrongOf(code) });
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.html).toContain('That code is not correct');
    }
    expect((await request.anna.post('code', { code: wrongOf(code) })).html).toContain('five times');
    expect((await request.anna.post('code', { code })).html).toContain('five times');
    expect((await request.anna.get('document')).location).toBe('/code');
  });

  inDepth('counts concurrent tries', async () => {
    const request = await advanced();
    const code = await codeFor(request);
    const tries = Array.from({ length: 12 }, () => request.anna.post('code', { code: wrongOf(code) }));
    await Promise.all(tries);
    const [row] = await test.dataSource.query('select tries from signer_codes where signer_id = $1', [
      request.signerIds[0],
    ]);
    expect(row.tries).toBe(5);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '000000\0'])(
    'refuses %j as a code',
    async (code) => {
      const request = await advanced();
      await codeFor(request);
      expect((await request.anna.post('code', { code })).status).toBe(400);
    },
  );

  it('accepts a code for ten minutes, until a newer one replaces it', async () => {
    const request = await advanced();
    const first = await codeFor(request);
    expect((await request.anna.post('code/send')).html).toContain('less than a minute ago');
    await test.database.moveClock('61 seconds');
    const second = await codeFor(request);
    if (first !== second) expect((await request.anna.post('code', { code: first })).status).toBe(400);
    await test.database.moveClock('10 minutes');
    expect((await request.anna.post('code', { code: second })).html).toContain('has expired');
    const third = await codeFor(request);
    expect((await request.anna.post('code', { code: third })).location).toBe('/document');
  });

  it('sends at most ten codes an hour', async () => {
    const request = await advanced();
    for (let sent = 0; sent < 10; sent++) {
      expect((await request.anna.post('code/send')).location).toBe('/code');
      await test.database.moveClock('2 minutes');
    }
    expect((await request.anna.post('code/send')).html).toContain('in an hour');
    await test.database.moveClock('1 hour');
    expect((await request.anna.post('code/send')).location).toBe('/code');
  });

  it('trusts a browser for twelve hours', async () => {
    const request = await advanced();
    await request.anna.post('code', { code: await codeFor(request) });
    await test.database.moveClock('11 hours');
    expect((await request.anna.get('document')).status).toBe(200);
    await test.database.moveClock('1 hour');
    expect((await request.anna.get('document')).location).toBe('/code');
    expect((await request.anna.sign(TYPED)).location).toBe('/code');
  });

  it('does not trust the browser after a change of address', async () => {
    const request = await advanced();
    await request.anna.post('code', { code: await codeFor(request) });
    const signer = `${request.path}/signers/${request.signerIds[0]}`;
    await acme.api.patch(signer, { email: 'else@signers.test' });
    await acme.api.patch(signer, { email: request.email });
    expect(await request.anna.get('document')).toMatchObject({
      status: 410,
      heading: 'This link has been replaced',
    });
    const invitations = () => mailbox.mails.filter(({ recipients }) => recipients.includes(request.email));
    const link = await until('the new link arrives', () =>
      invitations()
        .map(({ text }) => /http\S+\/sign\/[0-9a-f]{64}/.exec(text ?? '')?.[0])
        .find((found) => found !== undefined && !found.endsWith(request.anna.token)),
    );
    expect((await new SigningVisitor(link!).get('document')).location).toBe('/code');
  });
});
