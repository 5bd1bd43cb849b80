import { ApiClient } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';

describe('health', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('answers', async () => {
    const { status, body } = await new ApiClient(test.url).get('/readyz');
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });
  it('unknown', async () => {
    const r = await new ApiClient(test.url).get('/nope');
    expect(r.body).toEqual({ statusCode: 404, message: 'Not Found', error: 'Not Found' });
  });
});
