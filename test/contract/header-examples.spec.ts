import { type TestOrganization } from '../support/app.js';
import { DocumentedApi } from '../support/documented-api.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, DRAFT, SIGNATURES } from '../support/samples.js';
import { WebhookSubscribers } from '../support/webhook-subscribers.js';

/** The test client checks every header that the service sends against its schema. */
describe('headers in the OpenAPI document', () => {
  const api = new DocumentedApi();
  const { headers } = api.document.components;
  let subscribers: WebhookSubscribers;
  let acme: TestOrganization;

  beforeAll(async () => {
    subscribers = await WebhookSubscribers.start();
    acme = await subscribers.test.createOrganization();
  });
  afterAll(() => subscribers?.stop());

  it('every example fits the schema of its header', () => {
    for (const [name, { example }] of Object.entries(headers))
      expect([name, ...api.faultsOfValue(example, ['components', 'headers', name, 'schema'])]).toEqual([
        name,
      ]);
    for (const [event, { post }] of Object.entries(api.document.webhooks))
      post.parameters.forEach(({ name, example }, index) => {
        const place = ['webhooks', event, 'post', 'parameters', String(index), 'schema'];
        expect([name, ...api.faultsOfValue(example, place)]).toEqual([name]);
      });
  });

  it('no schema accepts a wrong header', () => {
    for (const [name, { schema }] of Object.entries(headers)) {
      const wrong = schema.type === 'integer' ? -1 : 'quite another header';
      const faults = api.faultsOfValue(wrong, ['components', 'headers', name, 'schema']);
      expect([name, faults.length]).toEqual([name, 1]);
    }
  });

  const exampleOf = (header: string) =>
    api.operations.flatMap(({ parameters }) => parameters).find(({ name }) => name === header)!
      .example as string;
  const sending = (header: string) => ({ headers: { [header]: exampleOf(header) } });

  it('the service accepts the example of every request header', async () => {
    const accepted: string[] = [];
    const options = (header: string) => (accepted.push(header), sending(header));

    const once = options('Idempotency-Key');
    const [first, second] = [
      await acme.api.post(SIGNATURES, DRAFT, once),
      await acme.api.post(SIGNATURES, DRAFT, once),
    ];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe(headers['Idempotency-Replayed']!.example);

    const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
    expect((await acme.api.get(path, options('If-None-Match'))).status).toBe(200);

    const file = `${path}/document`;
    await acme.api.put(file, await textPdf(5), { headers: { 'content-type': 'application/pdf' } });
    const part = await acme.api.get(file, options('Range'));
    expect([part.status, part.body.length]).toEqual([206, 1024]);
    const whole = await acme.api.get(file, {
      headers: { ...sending('Range').headers, ...options('If-Range').headers },
    });
    expect(whole.status).toBe(200);

    const documented = api.operations.flatMap(({ parameters }) =>
      parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name),
    );
    expect(new Set(accepted)).toEqual(new Set(documented));
  });

  it('a webhook carries the headers that the document describes', async () => {
    const inbox = subscribers.receiver.newInbox();
    const org = await subscribers.subscriber(inbox);
    await subscribers.publish(org);
    const [delivery] = await inbox.waitFor(1);
    const [event, { post }] = Object.entries(api.document.webhooks)[0]!;
    const sent = post.parameters.map(({ name }, index) => ({
      name,
      faults: api.faultsOfValue(delivery!.headers[name.toLowerCase()], [
        ...['webhooks', event, 'post', 'parameters'],
        ...[String(index), 'schema'],
      ]),
    }));
    expect(sent.length).toBeGreaterThan(4);
    expect(sent).toEqual(sent.map(({ name }) => ({ name, faults: [] })));
  });
});
