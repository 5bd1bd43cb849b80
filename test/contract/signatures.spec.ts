import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { createDraft, DRAFT, sendRequest, SIGNATURES, TIMESTAMP } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { type SigningVisitor } from '../support/signing-visitor.js';

const SHA256 = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;

describe('signatures', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme Lettings' });
  });

  const signature = (fields: Record<string, unknown> = {}) => ({
    id: expect.any(Number),
    ...DRAFT,
    status: 'draft',
    documentStatus: 'draft',
    senderName: 'Acme Lettings',
    subject: '',
    messageContent: '',
    organizationId: acme.organizationId,
    createdByUserId: acme.userId,
    dateSent: null,
    expiresDate: null,
    requireVerification: false,
    ccOnComplete: [],
    createdAt: TIMESTAMP,
    updatedAt: TIMESTAMP,
    ...fields,
  });

  describe('create', () => {
    it.each(['advanced', 'fast', 'self_signed', 'in_person'])('creates a draft of type %s', async (type) => {
      const { status, body } = await acme.api.post(SIGNATURES, { ...DRAFT, type });
      expect({ status, body }).toEqual({ status: 201, body: signature({ type }) });
    });

    it('creates a draft that a GET returns with exactly the documented fields', async () => {
      const id = await createDraft(acme.api);
      const { status, body } = await acme.api.get(`${SIGNATURES}/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: signature({ id, signers: [] }) });
    });
  });

  describe('send', () => {
    it('returns the request as sent, and get and status agree', async () => {
      const id = await createDraft(acme.api);
      const sent = await acme.api.post(`${SIGNATURES}/${id}/send`, {
        signers: [
          { email: 'Ann@Example.test', name: 'Ann Lee', order: 1, phone: 'ignored' },
          { email: ' bob@example.test ', order: 2 },
        ],
        subject: 'Please sign',
        messageContent: 'Hello.',
        senderName: 'Carla',
        expiresDate: '2099-01-31',
        ccOnComplete: ['boss@example.test', 'BOSS@example.test'],
        requireVerification: false,
        categoryId: 12,
      });
      const ann = { id: expect.any(Number), email: 'Ann@Example.test', name: 'Ann Lee', status: 'pending' };
      const bob = { id: expect.any(Number), email: 'bob@example.test', name: null, status: 'pending' };
      const fields = {
        id,
        status: 'created',
        documentStatus: 'ready',
        subject: 'Please sign',
        messageContent: 'Hello.',
        senderName: 'Carla',
        dateSent: TIMESTAMP,
        expiresDate: '2099-01-31T23:59:59.999Z',
        ccOnComplete: ['BOSS@example.test'],
      };
      expect({ status: sent.status, body: sent.body }).toEqual({
        status: 200,
        body: signature({ ...fields, signers: [ann, bob] }),
      });
      const got = await acme.api.get(`${SIGNATURES}/${id}`);
      const withSignedAt = sent.body.signers.map((signer: object) => ({ ...signer, signedAt: null }));
      expect(got.body).toEqual({ ...sent.body, signers: withSignedAt });
      const brief = await acme.api.get(`${SIGNATURES}/${id}/status`);
      expect(brief.body).toEqual({
        id,
        status: 'created',
        documentStatus: 'ready',
        signers: sent.body.signers.map(({ id: signerId, email }: { id: number; email: string }) => ({
          id: signerId,
          email,
          status: 'pending',
        })),
      });
    });

    it.each(['self_signed', 'in_person'])(
      'returns the signing link of type %s from send alone',
      async (type) => {
        const { id, signers } = await sendRequest(acme.api, { draft: { type } });
        expect(signers[0]!.signingUrl).toMatch(new RegExp(`^${test.url}/sign/[0-9a-f]{64}$`));
        const { body } = await acme.api.get(`${SIGNATURES}/${id}`);
        expect(JSON.stringify(body)).not.toContain('/sign/');
      },
    );

    it.each(['fast', 'advanced'])('returns no signing link of type %s', async (type) => {
      const { signers } = await sendRequest(acme.api, { draft: { type } });
      expect(signers[0]).not.toHaveProperty('signingUrl');
    });

    it.each([
      ['2099-05-01', '2099-05-01T23:59:59.999Z'],
      ['2099-05-01T10:00', '2099-05-01T10:00:00.000Z'],
      ['2099-05-01T10:00:00.123456Z', '2099-05-01T10:00:00.123Z'],
      ['2099-05-01T10:00:00+02:00', '2099-05-01T08:00:00.000Z'],
      ['2099-05-01T10:00:00-0330', '2099-05-01T13:30:00.000Z'],
    ])('reads the expiry %s as %s', async (expiresDate, expected) => {
      const { id } = await sendRequest(acme.api, { expiresDate });
      expect((await acme.api.get(`${SIGNATURES}/${id}`)).body.expiresDate).toBe(expected);
    });

    it('succeeds once if called several times at once', async () => {
      const id = await createDraft(acme.api);
      const body = { signers: [{ email: 'ann@example.test' }] };
      const answers = await Promise.all([1, 2, 3].map(() => acme.api.post(`${SIGNATURES}/${id}/send`, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
      for (const { status, body: error } of answers)
        if (status === 400) expect(error.code).toBe('not_a_draft');
      const { body: signatureNow } = await acme.api.get(`${SIGNATURES}/${id}`);
      expect(signatureNow.signers).toHaveLength(1);
    });

    it('schedules a request, and sends nothing before its time', async () => {
      const { id } = await sendRequest(acme.api, { scheduledDate: '2098-01-01T00:00:00Z' });
      const scheduled = await acme.api.get(`${SIGNATURES}/${id}`);
      expect(scheduled.body).toMatchObject({ status: 'scheduled', dateSent: null, documentStatus: 'ready' });
      const remind = await acme.api.post(
        `${SIGNATURES}/${id}/signers/${scheduled.body.signers[0].id}/notification`,
      );
      expect(remind.body).toMatchObject({ statusCode: 400, code: 'not_sent' });
    });
  });

  describe('remind and correct', () => {
    it('confirms which address was reminded', async () => {
      const { id, signers } = await sendRequest(acme.api);
      const { status, body } = await acme.api.post(
        `${SIGNATURES}/${id}/signers/${signers[0]!.id}/notification`,
      );
      expect({ status, body }).toEqual({
        status: 200,
        body: { message: 'Reminder sent to ann@example.test' },
      });
    });

    it('changes the address and voids the old link', async () => {
      const { id, signers } = await sendRequest(acme.api, { draft: { type: 'in_person' } });
      const before = await fetch(signers[0]!.signingUrl!);
      expect(before.status).toBe(200);
      const { status, body } = await acme.api.patch(`${SIGNATURES}/${id}/signers/${signers[0]!.id}`, {
        email: 'Anna@example.test',
      });
      expect({ status, body }).toEqual({
        status: 200,
        body: { id: signers[0]!.id, email: 'Anna@example.test', name: null, status: 'pending' },
      });
      const [old] = await test.dataSource.query(
        'select void_reason from signer_links where signer_id = $1 and voided_at is not null',
        [signers[0]!.id],
      );
      expect(old.void_reason).toBe('replaced');
    });

    it.each([
      ['signed', 'signer_already_signed', (visitor: SigningVisitor) => visitor.sign()],
      [
        'rejected the request',
        'signer_rejected',
        (visitor: SigningVisitor) => visitor.post('reject', { reason: 'no', confirmed: 'yes' }),
      ],
    ])('refuses to remind or correct a signer who has %s', async (_what, code, act) => {
      const { id, signers } = await sendRequest(acme.api, {
        draft: { type: 'fast' },
        signers: [{ email: 'ann@example.test', name: 'Ann' }, { email: 'bob@example.test' }],
      });
      const signerId = signers[0]!.id;
      await act(await visitorOf(test, acme.organizationId, signerId));
      const path = `${SIGNATURES}/${id}/signers/${signerId}`;
      const email = 'anna@example.test';
      for (const { body } of [
        await acme.api.post(`${path}/notification`),
        await acme.api.patch(path, { email }),
      ])
        expect(body).toMatchObject({ statusCode: 400, code });
    });

    it('refuses an address that another signer of the request has', async () => {
      const { id, signers } = await sendRequest(acme.api, {
        signers: [{ email: 'ann@example.test' }, { email: 'bob@example.test' }],
      });
      const { body } = await acme.api.patch(`${SIGNATURES}/${id}/signers/${signers[0]!.id}`, {
        email: 'BOB@example.test',
      });
      expect(body).toMatchObject({ statusCode: 400, code: 'email_taken' });
      expect(body.message).toContain('name+2@example.com');
    });

    it.each(['fast', 'advanced', 'in_person'])(
      'explains how two signers can share a mailbox: %s',
      async (type) => {
        const { body: draft } = await acme.api.post(SIGNATURES, { ...DRAFT, type });
        const signers = [{ email: 'ann@example.test' }, { email: 'Ann@example.test' }];
        const refused = await acme.api.post(`${SIGNATURES}/${draft.id}/send`, { signers });
        expect(refused.body).toMatchObject({
          statusCode: 400,
          details: [{ field: 'signers[1].email', message: expect.stringContaining('name+2@example.com') }],
        });
        signers[1]!.email = 'ann+2@example.test';
        expect((await acme.api.post(`${SIGNATURES}/${draft.id}/send`, { signers })).status).toBe(200);
      },
    );
  });

  describe('cancel', () => {
    it('returns id, status and deletedAt each time, and hides the request', async () => {
      const { id, signers } = await sendRequest(acme.api);
      const first = await acme.api.delete(`${SIGNATURES}/${id}`);
      expect({ status: first.status, body: first.body }).toEqual({
        status: 200,
        body: { id, status: 'created', deletedAt: TIMESTAMP },
      });
      const again = await acme.api.delete(`${SIGNATURES}/${id}`, {
        headers: { 'content-type': 'application/json' },
      });
      expect(again.body).toEqual(first.body);
      const notFound = { statusCode: 404, message: 'Signature not found', error: 'Not Found' };
      for (const path of ['', '/status', '/audit-trail', '/document', '/document/signed']) {
        expect((await acme.api.get(`${SIGNATURES}/${id}${path}`)).body).toEqual(notFound);
      }
      const otherCalls = [
        acme.api.post(`${SIGNATURES}/${id}/send`, { signers: [{ email: 'a@example.test' }] }),
        acme.api.put(`${SIGNATURES}/${id}/document`, new FormData()),
        acme.api.post(`${SIGNATURES}/${id}/signers/${signers[0]!.id}/notification`),
        acme.api.patch(`${SIGNATURES}/${id}/signers/${signers[0]!.id}`, { email: 'b@example.test' }),
      ];
      for (const { body } of await Promise.all(otherCalls)) expect(body).toEqual(notFound);
    });

    it('cancels a draft', async () => {
      const id = await createDraft(acme.api);
      expect((await acme.api.delete(`${SIGNATURES}/${id}`)).body).toEqual({
        id,
        status: 'draft',
        deletedAt: TIMESTAMP,
      });
    });
  });

  it('keeps an ordered audit trail of each request', async () => {
    const { id, signers } = await sendRequest(acme.api);
    await acme.api.post(`${SIGNATURES}/${id}/signers/${signers[0]!.id}/notification`);
    const { status, body } = await acme.api.get(`${SIGNATURES}/${id}/audit-trail`);
    expect(status).toBe(200);
    const events = body.items.filter(({ type }: { type: string }) => type !== 'email_accepted');
    expect(events).toMatchObject([
      { type: 'created', createdAt: TIMESTAMP, number: 1, previous: null, hash: SHA256 },
      {
        type: 'document_typeset',
        createdAt: TIMESTAMP,
        documentSha256: SHA256,
        number: 2,
        previous: events[0].hash,
      },
      { type: 'sent', createdAt: TIMESTAMP, documentSha256: events[1].documentSha256 },
      { type: 'reminded', createdAt: TIMESTAMP, signerId: signers[0]!.id },
    ]);
  });
});
