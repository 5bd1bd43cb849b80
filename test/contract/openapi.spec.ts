import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type Content } from '../../src/api-reference/domain/api-document.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { EVENT_TYPES } from '../../src/webhooks/domain/event-types.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { emptyBulkSend, uploadFor } from '../support/bulk-sends.js';
import { DocumentedApi, type DocumentedOperation } from '../support/documented-api.js';
import { callRooms, placesOfRooms } from '../support/documented-rooms.js';
import { filled } from '../support/documented-templates.js';
import { DELIVERIES, failedDelivery, receiveWebhooks } from '../support/failed-delivery.js';
import { importedForm } from '../support/form-calls.js';
import { signedWithFile } from '../support/given-files.js';
import { textPdf } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendRequest, type SentRequest } from '../support/signing-requests.js';
import { publishedTemplate } from '../support/templates.js';
import { until } from '../support/until.js';
import { beginVerification, type TestVerification, VERIFICATIONS } from '../support/verifications.js';

/** Values that are wrong for these fields; for the others any unknown word is wrong. */
const WRONG: Record<string, string | number> = { limit: 1_001, until: '2026-01-01T00:00:00Z', name: ' ' };
const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' };
/** Codes that only pages, commands and jobs answer with. */
const ELSEWHERE = [
  ...['not_in_person', 'not_their_turn', 'client_gone', 'not_askable', 'not_ready'],
  ...['url_not_deliverable', 'endpoint_changed', 'api_key_changed', 'already_replayed'],
  ...['too_many_endpoints', 'too_many_tests', 'seal_configured', 'too_many_mails', 'link_closed'],
  ...['draft_changed', 'fields_lost', 'not_storable'],
  ...['delivery_not_waiting', 'last_attempt', 'endpoint_not_proven', 'endpoint_waiting'],
  ...['document_gone', 'under_way'],
];

describe('the OpenAPI document', () => {
  const api = new DocumentedApi();
  const { document } = api;
  let test: SharedTestApp;
  let acme: TestOrganization;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    pdf = await textPdf();
  });

  const draftWithDocument = async () => {
    const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
    await acme.api.put(`${path}/document`, pdf, { headers: { 'content-type': 'application/pdf' } });
    return path;
  };
  const draftWithForm = async () => {
    const path = await draftWithDocument();
    const { value } = api.operations.find(({ operationId }) => operationId === 'signatureFormsDefine')!
      .requestBody!.content['application/json']!.examples!.lease!;
    expect((await acme.api.put(`${path}/form`, value)).status).toBe(200);
    return path;
  };
  const send = (type = 'fast') => sendRequest(test, acme, type, [ADA]);
  const draft = async () => `${SIGNATURES}/${await createDraft(acme.api)}`;
  const signer = async ({ path, signerIds }: SentRequest) => `${path}/signers/${signerIds[0]}`;

  it('the document passes an independent OpenAPI 3.1 validator', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(document.openapi).toBe('3.1.0');
  });

  it('serves the document to everyone, without a key', async () => {
    const answer = await fetch(`${test.url}/openapi.json`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual(document);
  });

  it('names each operation once, and says what it does and needs', () => {
    const ids = api.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { summary, security, parameters } of api.operations) {
      expect(summary).toMatch(/^[A-Z].*\.$/s);
      expect(security).toEqual([{ bearer: [] }, { 'x-api-key': [] }]);
      for (const { in: place, required, schema } of parameters)
        expect(required ?? false).toBe(place === 'path' && !('default' in schema));
    }
  });

  it('describes every parameter and every member, and gives an example of every parameter', () => {
    const silent = [
      ...api.operations.flatMap(({ operationId, parameters }) =>
        parameters
          .filter((each) => !each.description || each.example === undefined)
          .map(({ name }) => `${operationId} ${name}`),
      ),
      ...Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
        Object.entries(properties)
          .filter(([, { description }]) => !description)
          .map(([member]) => `${schema}.${member}`),
      ),
    ];
    expect(silent).toEqual([]);
  });

  it('gives examples of parameters that fit their schemas', () => {
    for (const { path, method, parameters } of api.operations)
      parameters.forEach(({ example }, index) =>
        expect(
          api.faultsOfValue(example, [
            'paths',
            path,
            method.toLowerCase(),
            'parameters',
            String(index),
            'schema',
          ]),
        ).toEqual([]),
      );
  });

  it('shows an upload form that the service accepts', async () => {
    const operation = api.operations.find(({ operationId }) => operationId === 'signatureDocumentsUpload')!;
    const { fields } = operation.requestBody!.content['multipart/form-data']!.example as { fields: string };
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Lease.pdf');
    form.set('fields', fields);
    const path = await draft();
    expect((await acme.api.put(`${path}/document`, form)).status).toBe(200);
    const placed = await acme.api.get(`${path}/document/fields`);
    expect(placed.body.items).toMatchObject(JSON.parse(fields));
  });

  it('declares the errors that every operation can return, each with examples and headers', () => {
    for (const operation of api.operations)
      for (const status of ['400', '401', '415', '429', '500', '503', '507']) {
        const response = api.responseOf(operation, Number(status))!;
        expect(Object.keys(response.headers!)).toEqual(expect.arrayContaining(['X-Request-Id', 'RateLimit']));
        expect(response.content!['application/json']!.examples).not.toEqual({});
      }
    expect(document.components.responses.TooManyRequests!.headers).toHaveProperty('Retry-After-App');
  });

  it('declares a 404 for every operation with a path parameter', () => {
    const silent = api.operations.filter(
      (operation) => operation.path.includes('{') && !api.responseOf(operation, 404),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('gives examples that fit their schemas', () => {
    let examples = 0;
    const check = (content: Content, place: string[]) => {
      const all = [...Object.values(content.examples ?? {}).map(({ value }) => value)];
      if ('example' in content) all.push(content.example);
      expect(all).not.toEqual([]);
      for (const value of all) expect(api.faultsOfValue(value, [...place, 'schema'])).toEqual([]);
      examples += all.length;
    };
    const json = 'application/json';
    for (const { path, method, requestBody, responses } of api.operations) {
      const at = ['paths', path, method.toLowerCase()];
      const request = requestBody?.content[json];
      if (request) check(request, [...at, 'requestBody', 'content', json]);
      for (const [status, { content }] of Object.entries(responses))
        if (content?.[json]) check(content[json], [...at, 'responses', status, 'content', json]);
    }
    for (const [name, { content }] of Object.entries(document.components.responses))
      check(content![json]!, ['components', 'responses', name, 'content', json]);
    for (const [event, { post }] of Object.entries(webhooks()))
      check(post.requestBody.content[json]!, ['webhooks', event, 'post', 'requestBody', 'content', json]);
    expect(examples).toBeGreaterThan(150);
  });

  /** The path for each example, in a state in which the service accepts it. */
  const places: Record<string, () => Promise<string>> = {
    signaturesCreate: async () => SIGNATURES,
    signaturesSend: async () => `${await draft()}/send`,
    signersChangeEmail: async () => signer(await send()),
    signatureDocumentsPlaceFields: async () => `${await draftWithDocument()}/document/fields`,
    signatureFormsDefine: async () => `${await draftWithDocument()}/form`,
    signatureFormsFill: async () => `${await draftWithForm()}/form/values`,
    ...placesOfRooms(api, () => acme),
    identityVerificationsCreate: async () => VERIFICATIONS,
    webhookReplaysReplayFailed: async () => (
      await receiveWebhooks(test, acme.organizationId),
      `${DELIVERIES}/replays`
    ),
  };
  const requests = api.operations.flatMap((operation) =>
    Object.entries(operation.requestBody?.content['application/json']?.examples ?? {}).map(
      ([name, { value }]) => ({ name: `${operation.operationId}: ${name}`, operation, value }),
    ),
  );

  it.each(requests)('gives a request that the service accepts ($name)', async ({ operation, value }) => {
    const path = await places[operation.operationId]!();
    const { status } = await acme.api.request(operation.method, path, { body: value });
    expect(operation.responses).toHaveProperty(String(status));
    expect(status).toBeLessThan(300);
  });

  it('gives an example for each operation with a JSON body', () => {
    const withBody = api.operations.filter(({ requestBody }) => requestBody?.content['application/json']);
    expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(withBody));
  });

  /** All but those that take nothing else than a file. */
  const withFields = api.operations.filter(
    ({ parameters, requestBody }) =>
      parameters.some(({ in: place }) => place !== 'header') || requestBody?.content['application/json'],
  );

  it.each(withFields)('shows how the service refuses a wrong field ($name)', async (operation) => {
    const { examples } = api.responseOf(operation, 400)!.content!['application/json']!;
    const shown = examples!.validation_failed!.value as { details: [{ field: string }] };
    const [{ field }] = shown.details;
    const wrong = WRONG[field] ?? 'wrong';
    const parameter = operation.parameters.find(({ name }) => name === field);
    const path = operation.path.replace(`{${field}}`, `${wrong}`).replaceAll(/\{\w+\}/g, '1');
    const query = parameter?.in === 'query' ? `?${field}=${wrong}` : '';
    const body = requests.find((request) => request.operation === operation)?.value as object | undefined;
    const sent = body && (parameter ? body : { ...body, [field]: wrong });
    const answer = await acme.api.request(operation.method, path + query, { body: sent });
    expect(answer.body).toEqual(shown);
  });

  describe('compared with the service', () => {
    let completed: SentRequest;
    let verification: TestVerification;
    const answered = new Set<DocumentedOperation>();

    beforeAll(async () => {
      completed = await send();
      await completed.visitors[0]!.sign();
      await until('it is completed', async () => (await completed.status()) === 'completed');
      verification = await beginVerification(test, acme);
      await verification.person.agree();
      await verification.person.post('/cancel', { confirmed: 'yes' });
      await verification.untilStatus('failed');
    }, 120_000);

    /** The client fails unless the document describes the answer. */
    async function success(method: string, path: string, options = {}): Promise<void> {
      const { status } = await acme.api.request(method, path, options);
      expect(status).toBeLessThan(300);
      answered.add(api.find(method, path)!);
    }

    it('describes every operation’s answer', async () => {
      const ofRequest = ['', '/status', '/audit-trail', '/document', '/document/fields'];
      for (const part of [...ofRequest, '/document/signed', '/certificate'])
        await success('GET', completed.path + part);
      const ofVerification = `${VERIFICATIONS}/${verification.id}`;
      for (const part of ['', '/document-report']) await success('GET', ofVerification + part);
      await success('DELETE', `${ofVerification}/media`);
      for (const list of [SIGNATURES, VERIFICATIONS, DELIVERIES, '/api/v1/events'])
        await success('GET', list);
      await success('POST', `${DELIVERIES}/${await failedDelivery(test, acme)}/replay`);
      const day = { from: '2026-03-01T00:00:00Z', until: '2026-03-02T00:00:00Z' };
      const replay = await acme.api.post(`${DELIVERIES}/replays`, day);
      await success('GET', `${DELIVERIES}/replays/${String(replay.body.id)}`);
      const open = await send();
      await success('POST', `${await signer(open)}/notification`);
      await success('DELETE', open.path);
      const file = { body: pdf, headers: { 'content-type': 'application/pdf' } };
      await success('PUT', `${await draft()}/document`, file);
      const withForm = await draftWithForm();
      for (const part of ['form', 'form-data']) await success('GET', `${withForm}/${part}`);
      await success('DELETE', `${withForm}/form`);
      const { path: withFile, fileId } = await signedWithFile(test, acme, pdf);
      for (const part of ['', `/${fileId}`]) await success('GET', `${withFile}/attachments${part}`);
      await success('POST', `${await draft()}/form/import`, { body: importedForm() });
      await callRooms(test, acme, success);
      for (const { operation } of requests) answered.add(operation);
      expect(api.operations.filter((each) => !answered.has(each)).map(({ name }) => name)).toEqual([]);
    });

    it('describes the webhooks that the organization received', async () => {
      const expected = ['signature.created', 'signature.completed', 'identity_verification.failed'];
      let events: { event: string }[] = [];
      // The feed shows an event once every transaction that began before its own has ended.
      await until('the feed shows the events', async () => {
        const { body } = await acme.api.get('/api/v1/events?limit=1000');
        events = body.items as { event: string }[];
        return expected.every((type) => events.some(({ event }) => event === type));
      });
      for (const event of events) {
        const body = ['requestBody', 'content', 'application/json', 'schema'];
        expect(api.faultsOfValue(event, ['webhooks', event.event, 'post', ...body])).toEqual([]);
      }
    });

    it('gives an example of each query parameter that the service accepts', async () => {
      const [template, bulkSend] = [await publishedTemplate(acme), await emptyBulkSend(acme)];
      const places = { template, bulkSend, request: await draftWithForm() };
      for (const { method, path, parameters } of api.operations)
        for (const { name, example } of parameters.filter((each) => each.in === 'query')) {
          const at = `${filled(path, places)}?${new URLSearchParams({ [name]: String(example) }).toString()}`;
          await success(method, at, method === 'PUT' ? uploadFor(name) : {});
        }
    });
  });

  it('the document describes every webhook', () => {
    expect(Object.keys(webhooks()).sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort());
  });

  it('declares every code that the API throws', () => {
    const declared = new Set(JSON.stringify(document).match(/(?<="code":")\w+/g));
    const rooms = ['auth', 'common', 'signatures', 'identity-verifications', 'document-reports', 'webhooks'];
    const thrown = rooms
      .flatMap((room) => readCode(room))
      .flatMap(
        (source) =>
          source.match(
            /(?<=(?:refused|conflict|payloadTooLarge|AppError)\([^;]{0,300}?')[a-z]+(?:_[a-z]+)+(?=')/gs,
          ) ?? [],
      );
    expect(thrown.length).toBeGreaterThan(20);
    expect([...new Set(thrown)].filter((code) => !declared.has(code) && !ELSEWHERE.includes(code))).toEqual(
      [],
    );
  });

  const webhooks = () =>
    document.webhooks as Record<string, { post: { requestBody: { content: Record<string, Content> } } }>;

  function readCode(room: string): string[] {
    const folder = join(PROJECT_ROOT, 'src', room);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8'));
  }
});
