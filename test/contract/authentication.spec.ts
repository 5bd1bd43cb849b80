import { ApiKeysService } from '../../src/organizations/api-keys.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { ApiClient } from '../support/api-client.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { SIGNATURES } from '../support/samples.js';

const UNAUTHORIZED = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' };

describe('authentication', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
  });

  const call = (headers: Record<string, string>) => new ApiClient(test.url).get(SIGNATURES, { headers });
  const keys = () => test.app.get(ApiKeysService);
  const inTransaction: Transactions['run'] = (work) => test.app.get(Transactions).run(work);

  it.each([
    ['Authorization: Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
    ['x-api-key', (key: string) => ({ 'x-api-key': key })],
    ['X-Api-Key in capitals', (key: string) => ({ 'X-API-KEY': key })],
    ['both, equal', (key: string) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ['bearer in lower case', (key: string) => ({ authorization: `bearer ${key}` })],
  ])('accepts a key in %s', async (_name, headers) => {
    expect((await call(headers(acme.apiKey))).status).toBe(200);
  });

  it.each([
    ['no key', {}, 'Unauthorized'],
    ['a wrong key', { authorization: 'Bearer sk_wrong_key' }, 'Unauthorized'],
    ['a webhook secret', { 'x-api-key': 'sk_webhook_0123456789' }, 'Unauthorized'],
    ['a key of another form', { authorization: 'Bearer pk_live_1' }, 'Invalid API key format'],
    ['a key of another form in x-api-key', { 'x-api-key': 'abc' }, 'Invalid API key format'],
    ['Basic', { authorization: 'Basic c2tfYTo=' }, 'Unauthorized'],
    ['an empty bearer', { authorization: 'Bearer ' }, 'Unauthorized'],
    ['an empty x-api-key', { 'x-api-key': '' }, 'Unauthorized'],
    ['two keys that differ', { authorization: 'Bearer sk_a', 'x-api-key': 'sk_b' }, 'Unauthorized'],
  ])('refuses a call with %s', async (_name, headers, message) => {
    const { status, body } = await call(headers);
    expect({ status, body }).toEqual({ status: 401, body: { ...UNAUTHORIZED, message } });
  });

  it('refuses a valid key together with a different one', async () => {
    const { status, body } = await call({ authorization: `Bearer ${acme.apiKey}`, 'x-api-key': 'sk_other' });
    expect({ status, body }).toEqual({ status: 401, body: UNAUTHORIZED });
  });

  it('refuses a revoked key on the next request and accepts its replacement', async () => {
    const { organizationId, apiKey } = await test.createOrganization();
    const { apiKey: next } = await inTransaction((tx) => keys().rotate(tx, organizationId));
    const revoked = await call({ 'x-api-key': apiKey });
    expect({ status: revoked.status, body: revoked.body }).toEqual({
      status: 401,
      body: { ...UNAUTHORIZED, message: 'API key revoked' },
    });
    expect((await call({ 'x-api-key': next })).status).toBe(200);
  });

  it('allows one active key per organization, even if creations race', async () => {
    const { organizationId } = await test.createOrganization();
    await inTransaction((tx) => keys().revoke(tx, organizationId));
    const racing = Array.from({ length: 8 }, () => inTransaction((tx) => keys().create(tx, organizationId)));
    const outcomes = await Promise.allSettled(racing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ statusCode: 400, code: 'api_key_exists' });
    }
    const [{ active }] = await test.dataSource.query(
      'select count(*) as active from api_keys where organization_id = $1 and revoked_at is null',
      [organizationId],
    );
    expect(active).toBe(1);
  });

  it('stores neither the key nor anything that reveals it', async () => {
    const rows = await test.dataSource.query('select * from api_keys where organization_id = $1', [
      acme.organizationId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(acme.apiKey);
    expect(rows[0].display_prefix).toBe(acme.apiKey.slice(0, 8));
  });

  it('answers unknown routes in the error format, without repeating the path', async () => {
    const { status, body } = await new ApiClient(test.url).get('/api/v1/nothing-here');
    expect({ status, body }).toEqual({
      status: 404,
      body: { statusCode: 404, message: 'Not Found', error: 'Not Found' },
    });
  });

  it('sets X-Request-Id on every response: the caller’s if valid, otherwise a new one', async () => {
    const sane = await call({ 'x-api-key': acme.apiKey, 'x-request-id': 'job-17' });
    expect(sane.headers.get('x-request-id')).toBe('job-17');
    const insane = await call({ 'x-api-key': acme.apiKey, 'x-request-id': 'a b<script>' });
    expect(insane.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const refused = await call({});
    expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
