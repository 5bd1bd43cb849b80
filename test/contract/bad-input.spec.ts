import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { createDraft, DRAFT, sendRequest, SIGNATURES } from '../support/samples.js';
import { FULL_FORM, SHORT_FORM, VERIFICATIONS } from '../support/verifications.js';

const ANN = { email: 'ann@example.test' };
/** RFC 5322 allows a control character in quotation marks. */
const CONTROL = '"a\u0001b"@x.test';
const NUL = 'a\u0000b';
const LONE = 'a\ud800b';

describe('bad input', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let draft: number;
  let sent: { id: number; signers: { id: number }[] };

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    draft = await createDraft(acme.api);
    sent = await sendRequest(acme.api);
  });

  /** The body of a 400 that names these fields. */
  const naming = (...fields: string[]) => ({
    statusCode: 400,
    error: 'Bad Request',
    message: expect.any(String),
    code: 'validation_failed',
    details: fields.map((field) => ({ field, message: expect.stringContaining(field) })),
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['type', 'originalDocumentName', 'originalDocumentType', 'originalDocumentExtension']],
    ['an unknown type', { ...DRAFT, type: 'slow' }, ['type']],
    ['a number as the name', { ...DRAFT, originalDocumentName: 7 }, ['originalDocumentName']],
    ['an empty name', { ...DRAFT, originalDocumentName: '' }, ['originalDocumentName']],
    [
      'a name over 200 characters',
      { ...DRAFT, originalDocumentName: 'x'.repeat(201) },
      ['originalDocumentName'],
    ],
    ['a NUL in the name', { ...DRAFT, originalDocumentName: NUL }, ['originalDocumentName']],
    ['a lone surrogate in the name', { ...DRAFT, originalDocumentName: LONE }, ['originalDocumentName']],
    ['a type that is not a MIME type', { ...DRAFT, originalDocumentType: 'pdf' }, ['originalDocumentType']],
    [
      'an extension with a dot',
      { ...DRAFT, originalDocumentExtension: '.pdf' },
      ['originalDocumentExtension'],
    ],
    ['null', { ...DRAFT, type: null }, ['type']],
    ['an unknown field', { ...DRAFT, status: 'completed' }, ['status']],
    ['another organization', { ...DRAFT, organizationId: 1 }, ['organizationId']],
    ['an object as the type', { ...DRAFT, type: { $ne: 1 } }, ['type']],
    ['another prototype', JSON.parse('{ "__proto__": { "type": "fast" } }'), ['__proto__']],
    ['a constructor', { ...DRAFT, constructor: 1 }, ['constructor']],
  ])('rejects a draft with %s', async (_name, body, fields) => {
    const answer = await acme.api.post(SIGNATURES, body);
    expect(answer.body).toEqual(naming(...fields));
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no signers', {}, ['signers']],
    ['an empty list', { signers: [] }, ['signers']],
    ['signers that are not a list', { signers: 'ann' }, ['signers']],
    ['a signer that is a string', { signers: ['ann@example.test'] }, ['signers']],
    ['a signer without email', { signers: [{ name: 'Ann' }] }, ['signers[0].email']],
    ['a bad email', { signers: [ANN, { email: 'bob' }] }, ['signers[1].email']],
    ['a number as the email', { signers: [{ email: 5 }] }, ['signers[0].email']],
    ['an email that no mailer takes', { signers: [{ email: '"a,b"@x.test' }] }, ['signers[0].email']],
    ['a control character in an email', { signers: [{ email: CONTROL }] }, ['signers[0].email']],
    ['an invisible character in an email', { signers: [{ email: 'a@x\u200b.test' }] }, ['signers[0].email']],
    ['a change of direction in an email', { signers: [{ email: 'a\u202eb@x.test' }] }, ['signers[0].email']],
    ['a soft hyphen as a domain', { signers: [{ email: 'a@\u00ad.test' }] }, ['signers[0].email']],
    ['a dot that mail takes for another', { signers: [{ email: 'a@x\u3002test' }] }, ['signers[0].email']],
    ['letters of double width', { signers: [{ email: 'a@\uff58.test' }] }, ['signers[0].email']],
    ['a line break in a cc', { signers: [ANN], ccOnComplete: ['"a\\\r\n b"@x.test'] }, ['ccOnComplete']],
    ['an order that is a string', { signers: [{ ...ANN, order: '1' }] }, ['signers[0].order']],
    ['a name over 200 characters', { signers: [{ ...ANN, name: 'x'.repeat(201) }] }, ['signers[0].name']],
    [
      'the same email twice',
      { signers: [ANN, { email: 'b@example.test' }, { email: 'ANN@example.test' }] },
      ['signers[2].email'],
    ],
    [
      '101 signers',
      { signers: Array.from({ length: 101 }, (_, i) => ({ email: `s${i}@example.test` })) },
      ['signers'],
    ],
    ['a subject over 300 characters', { signers: [ANN], subject: 'x'.repeat(301) }, ['subject']],
    [
      'a message over 10,000 characters',
      { signers: [ANN], messageContent: 'x'.repeat(10_001) },
      ['messageContent'],
    ],
    ['a NUL in the message', { signers: [ANN], messageContent: NUL }, ['messageContent']],
    ['a lone surrogate in the subject', { signers: [ANN], subject: LONE }, ['subject']],
    ['a date that does not exist', { signers: [ANN], expiresDate: '2026-02-30' }, ['expiresDate']],
    ['a time that does not exist', { signers: [ANN], expiresDate: '2099-01-01T24:30:00Z' }, ['expiresDate']],
    ['a date in words', { signers: [ANN], expiresDate: 'tomorrow' }, ['expiresDate']],
    ['a deadline that has passed', { signers: [ANN], expiresDate: '2020-01-01' }, ['expiresDate']],
    ['a schedule that has passed', { signers: [ANN], scheduledDate: '2020-01-01' }, ['scheduledDate']],
    ['a bad cc', { signers: [ANN], ccOnComplete: ['x'] }, ['ccOnComplete']],
    ['a cc that is a string', { signers: [ANN], ccOnComplete: 'c@example.test' }, ['ccOnComplete']],
    [
      'requireVerification as a string',
      { signers: [ANN], requireVerification: 'true' },
      ['requireVerification'],
    ],
    ['a category of 0', { signers: [ANN], categoryId: 0 }, ['categoryId']],
    ['a category past 2^53', { signers: [ANN], categoryId: 2 ** 53 }, ['categoryId']],
    ['an unknown field', { signers: [ANN], priority: 1 }, ['priority']],
  ])('rejects sending with %s, and changes nothing', async (_name, body, fields) => {
    const answer = await acme.api.post(`${SIGNATURES}/${draft}/send`, body);
    expect(answer.body).toEqual(naming(...fields));
    expect((await acme.api.get(`${SIGNATURES}/${draft}`)).body).toMatchObject({
      status: 'draft',
      documentStatus: 'draft',
      signers: [],
    });
  });

  it('rejects sending a self_signed request to two signers', async () => {
    const id = await createDraft(acme.api, { type: 'self_signed' });
    const answer = await acme.api.post(`${SIGNATURES}/${id}/send`, {
      signers: [ANN, { email: 'b@example.test' }],
    });
    expect(answer.body).toMatchObject({ statusCode: 400, details: [{ field: 'signers' }] });
  });

  const BAD_IDS = [
    '0',
    '-1',
    '1e3',
    '1.5',
    'abc',
    '9007199254740993',
    '00',
    '+1',
    '%20',
    '1%00',
    '0x10',
    '٣',
  ];
  it.each(BAD_IDS)('answers the id %s with a 400 that names the parameter, on every path', async (id) => {
    const answers = await Promise.all([
      acme.api.get(`${SIGNATURES}/${id}`),
      acme.api.get(`${SIGNATURES}/${id}/status`),
      acme.api.delete(`${SIGNATURES}/${id}`),
      acme.api.post(`${SIGNATURES}/${id}/send`, { signers: [ANN] }),
    ]);
    for (const { body } of answers) expect(body).toEqual(naming('signatureId'));
    const signer = await acme.api.patch(`${SIGNATURES}/${sent.id}/signers/${id}`, ANN);
    expect(signer.body).toEqual(naming('signerId'));
  });

  it('answers an unknown id with a 404', async () => {
    const { body } = await acme.api.get(`${SIGNATURES}/9007199254740991`);
    expect(body).toEqual({ statusCode: 404, message: 'Signature not found', error: 'Not Found' });
    const signer = await acme.api.post(`${SIGNATURES}/${sent.id}/signers/9007199254740991/notification`);
    expect(signer.body).toEqual({ statusCode: 404, message: 'Signer not found', error: 'Not Found' });
  });

  it.each<[string, string | Uint8Array]>([
    ['is cut off', '{"type":'],
    ['is not JSON', 'type=fast'],
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['is a list', '[]'],
    ['is a string', '"fast"'],
    ['is nested a thousand times', `{"type":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
  ])('answers a body that %s with a 400 in the error format', async (_name, body) => {
    const answer = await acme.api.post(SIGNATURES, body, { headers: { 'content-type': 'application/json' } });
    expect(answer.body).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: expect.any(String),
      code: 'malformed_json',
    });
  });

  it('answers a body over 1 MB with a 413', async () => {
    const { body } = await acme.api.post(SIGNATURES, {
      ...DRAFT,
      originalDocumentName: 'x'.repeat(1024 * 1024),
    });
    expect(body).toMatchObject({ statusCode: 413, error: 'Payload Too Large', code: 'body_too_large' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ])('answers a body of type %s with a 415', async (type) => {
    const { body } = await acme.api.post(SIGNATURES, JSON.stringify(DRAFT), {
      headers: { 'content-type': type },
    });
    expect(body).toMatchObject({ statusCode: 415, code: 'unsupported_media_type' });
  });

  it('answers a missing body with a 400, with and without a Content-Type', async () => {
    const without = await acme.api.post(SIGNATURES);
    expect(without.body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
    const empty = await acme.api.post(SIGNATURES, '', { headers: { 'content-type': 'application/json' } });
    expect(empty.body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  });

  it('accepts no body, an empty one and {} where no body is required', async () => {
    const path = `${SIGNATURES}/${sent.id}/signers/${sent.signers[0]!.id}/notification`;
    const json = { headers: { 'content-type': 'application/json' } };
    for (const answer of [
      await acme.api.post(path),
      await acme.api.post(path, '', json),
      await acme.api.post(path, {}),
    ]) {
      expect(answer.status).toBe(200);
    }
  });

  it.each([
    ['PATCH without an email', {}, ['email']],
    ['PATCH with an unknown field', { ...ANN, name: 'Ann' }, ['name']],
    ['PATCH with a bad email', { email: 'ann@' }, ['email']],
    ['PATCH with a control character in the email', { email: CONTROL }, ['email']],
  ])('rejects %s', async (_name, body, fields) => {
    const { body: answer } = await acme.api.patch(
      `${SIGNATURES}/${sent.id}/signers/${sent.signers[0]!.id}`,
      body,
    );
    expect(answer).toEqual(naming(...fields));
  });

  it.each([
    ['full', FULL_FORM],
    ['short', SHORT_FORM],
  ])('rejects a control character in the email of a verification by the %s form', async (_name, form) => {
    const { body } = await acme.api.post(VERIFICATIONS, { ...form, email: CONTROL });
    expect(body).toEqual(naming('email'));
  });
});
