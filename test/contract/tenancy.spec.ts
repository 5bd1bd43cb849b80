import { type ApiResponse } from '../support/api-client.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { sendRequest, SIGNATURES } from '../support/samples.js';
import { LEASE_TEMPLATE, publishedTemplate } from '../support/templates.js';

const VERIFICATIONS = '/api/v1/identity-verifications';
const LEASE_TEMPLATE_AT_3 = { ...LEASE_TEMPLATE, revision: 3 };
/** What can be done to a template. */
const TEMPLATE_CALLS: [method: string, path: string, body?: unknown][] = [
  ['GET', ''],
  ['PATCH', '', { name: 'Mine' }],
  ['DELETE', ''],
  ['GET', '/definition'],
  ['PUT', '/definition', LEASE_TEMPLATE_AT_3],
  ['PUT', '/documents/1', new FormData()],
  ['DELETE', '/documents/1'],
  ['POST', '/documents/1/form/import', { revision: 3 }],
  ['POST', '/publish', {}],
  ['GET', '/versions'],
  ['GET', '/versions/1'],
  ['GET', '/versions/1/differences/1'],
  ['GET', '/versions/1/documents/1'],
  ['GET', '/values-schema'],
  ['POST', '/send', { roles: {} }],
  ['POST', '/drafts', { roles: {} }],
  ['POST', '/duplicate', {}],
  ['GET', '/export'],
];
const SECRET_WORDS = /Confidential|ann@|Zelda/;

/** Every resource and every method, called with another organization's key. */
describe("another organization's key", () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let stranger: TestOrganization;
  let signatureId: number;
  let signerId: number;
  let verificationId: number;
  let templatePath: string;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    stranger = await test.createOrganization();
    const sent = await sendRequest(acme.api, { subject: 'Confidential' });
    signatureId = sent.id;
    signerId = sent.signers[0]!.id;
    const { body } = await acme.api.post(VERIFICATIONS, {
      email: 'zelda@example.test',
      firstName: 'Zelda',
      lastName: 'Marsh',
      documentType: 'passport',
      verificationMethod: 'document',
    });
    verificationId = body.id;
    templatePath = await publishedTemplate(acme);
  });

  const signature = (path = '') => `${SIGNATURES}/${signatureId}${path}`;
  const signer = (path = '') => signature(`/signers/${signerId}${path}`);
  const verification = (path = '') => `${VERIFICATIONS}/${verificationId}${path}`;

  it.each<[string, () => Promise<ApiResponse>, string]>([
    ['GET signature', () => stranger.api.get(signature()), 'Signature not found'],
    ['GET status', () => stranger.api.get(signature('/status')), 'Signature not found'],
    ['GET audit-trail', () => stranger.api.get(signature('/audit-trail')), 'Signature not found'],
    ['GET document', () => stranger.api.get(signature('/document')), 'Signature not found'],
    ['GET signed document', () => stranger.api.get(signature('/document/signed')), 'Signature not found'],
    ['PUT document', () => stranger.api.put(signature('/document'), new FormData()), 'Signature not found'],
    [
      'POST send',
      () => stranger.api.post(signature('/send'), { signers: [{ email: 'x@example.test' }] }),
      'Signature not found',
    ],
    ['POST reminder', () => stranger.api.post(signer('/notification')), 'Signature not found'],
    ['PATCH signer', () => stranger.api.patch(signer(), { email: 'x@example.test' }), 'Signature not found'],
    ['GET verification', () => stranger.api.get(verification()), 'Identity verification not found'],
    ['GET attachments', () => stranger.api.get(signature('/attachments')), 'Signature not found'],
    ['GET attachment', () => stranger.api.get(signature('/attachments/1')), 'Signature not found'],
    ['GET template of a request', () => stranger.api.get(signature('/template')), 'Signature not found'],
    [
      'POST template of a request',
      () => stranger.api.post(signature('/template'), {}),
      'Signature not found',
    ],
    ...TEMPLATE_CALLS.map(([method, path, body]): [string, () => Promise<ApiResponse>, string] => [
      `${method} template${path}`,
      () => stranger.api.request(method, templatePath + path, body === undefined ? {} : { body }),
      'Template not found',
    ]),
    [
      'GET report',
      () => stranger.api.get(verification('/document-report')),
      'Identity verification not found',
    ],
  ])('answers %s with the same 404 as for an unknown id', async (_name, call, message) => {
    const { status, body } = await call();
    expect({ status, body }).toEqual({ status: 404, body: { statusCode: 404, message, error: 'Not Found' } });
  });

  it('answers DELETE with 403, before and after the owner cancels, and changes nothing', async () => {
    const sent = await sendRequest(acme.api);
    const path = `${SIGNATURES}/${sent.id}`;
    const forbidden = {
      statusCode: 403,
      message: 'The signature belongs to another organization',
      error: 'Forbidden',
    };
    const first = await stranger.api.delete(path);
    expect({ status: first.status, body: first.body }).toEqual({ status: 403, body: forbidden });
    expect((await acme.api.get(path)).status).toBe(200);
    await acme.api.delete(path);
    expect((await stranger.api.delete(path)).body).toEqual(forbidden);
    expect((await stranger.api.delete(`${SIGNATURES}/9007199254740991`)).status).toBe(404);
  });

  it.each([
    SIGNATURES,
    VERIFICATIONS,
    '/api/v1/templates',
    '/api/v1/bulk-sends',
    '/api/v1/webhook-notifications',
    `${SIGNATURES}?recipients=ann@example.test`,
  ])('GET %s shows nothing of the other organization', async (path) => {
    const { status, body } = await stranger.api.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [], total: 0 });
    expect(JSON.stringify(body)).not.toMatch(SECRET_WORDS);
  });

  it('a signer of another request is not found in this one', async () => {
    const other = await sendRequest(acme.api);
    const { body } = await acme.api.post(`${SIGNATURES}/${other.id}/signers/${signerId}/notification`);
    expect(body).toEqual({ statusCode: 404, message: 'Signer not found', error: 'Not Found' });
  });

  it('methods that a path does not have are 404 in the error format', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await acme.api.request(method, SIGNATURES, { body: {} });
      expect({ status, body }).toEqual({
        status: 404,
        body: { statusCode: 404, message: 'Not Found', error: 'Not Found' },
      });
    }
  });
});
