import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { callsOfBulkSends } from '../support/bulk-calls.js';
import { BULK_SENDS } from '../support/bulk-sends.js';
import { callsOfDocuments } from '../support/document-calls.js';
import { DELIVERIES, failedDelivery, receiveWebhooks } from '../support/failed-delivery.js';
import { callsOfForms } from '../support/form-calls.js';
import { type Call, callWithKey, formWith, REUSED } from '../support/idempotent-calls.js';
import { textPdf } from '../support/pdf-samples.js';
import { callsOfRecipients } from '../support/recipient-calls.js';
import { createDraft, DRAFT, sendRequest, SIGNATURES } from '../support/samples.js';
import { TEMPLATES } from '../support/templates.js';
import { until } from '../support/until.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';

const CREATING = [
  ...['post /api/v1/signatures', 'post /api/v1/identity-verifications'],
  ...[
    'post /api/v1/templates',
    'post /api/v1/bulk-sends',
    'post /api/v1/signatures/{signatureId}/recipients',
    'post /api/v1/templates/import',
    'post /api/v1/signatures/{signatureId}/template',
  ],
  ...['duplicate', 'send', 'drafts'].map((act) => `post /api/v1/templates/{templateId}/${act}`),
  ...['post /api/v1/webhook-notifications/replays', 'post /api/v1/webhook-notifications/{deliveryId}/replay'],
];

const NO_DELIVERY = '00000000-0000-4000-8000-000000000000';

/** Another path with the same method. */
function elsewhere(path: string): string {
  if (path === SIGNATURES) return VERIFICATIONS;
  if (path === `${TEMPLATES}/import`) return `${SIGNATURES}/1/form/import`;
  if ([VERIFICATIONS, TEMPLATES, BULK_SENDS].includes(path) || path.endsWith('/replays')) return SIGNATURES;
  const otherDelivery = path.replace(/(?<=\/)[0-9a-f]{8}-[0-9a-f-]{27}/, NO_DELIVERY);
  return otherDelivery === path ? path.replace(/(?<=\/)\d+/, '9007199254740991') : otherDelivery;
}

describe('Idempotency-Key', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let pdf: Buffer;
  let endedVerification: number;
  let keys = 0;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    pdf = await textPdf();
    const { body } = await acme.api.post(VERIFICATIONS, FULL_FORM);
    endedVerification = body.id;
    await test.database.moveClock('61 minutes');
    await until(
      'the verification has expired',
      async () => (await acme.api.get(`${VERIFICATIONS}/${endedVerification}`)).body.status === 'expired',
    );
  });
  afterAll(() => test.close());

  const newKey = () => `key-${++keys}`;
  const send = (key: string, request: Call, by = acme) =>
    callWithKey({ url: test.url, apiKey: by.apiKey }, key, request);
  const creation = (name: string): Call => ({
    method: 'POST',
    path: SIGNATURES,
    body: { ...DRAFT, originalDocumentName: name },
  });

  /** Every operation that changes something, by method and path as in docs/openapi.json, with a request for it. */
  const operations: Record<string, () => Promise<Call>> = {
    'post /api/v1/signatures': async () => creation('Draft'),
    'delete /api/v1/signatures/{signatureId}': async () => {
      const { id } = await sendRequest(acme.api);
      return { method: 'DELETE', path: `${SIGNATURES}/${id}` };
    },
    'post /api/v1/signatures/{signatureId}/send': async () => {
      const id = await createDraft(acme.api, { type: 'in_person' });
      return {
        method: 'POST',
        path: `${SIGNATURES}/${id}/send`,
        body: { signers: [{ email: 'ann@example.test' }] },
      };
    },
    'post /api/v1/signatures/{signatureId}/signers/{signerId}/notification': async () => {
      const { id, signers } = await sendRequest(acme.api);
      return { method: 'POST', path: `${SIGNATURES}/${id}/signers/${signers[0]!.id}/notification` };
    },
    'patch /api/v1/signatures/{signatureId}/signers/{signerId}': async () => {
      const { id, signers } = await sendRequest(acme.api);
      return {
        method: 'PATCH',
        path: `${SIGNATURES}/${id}/signers/${signers[0]!.id}`,
        body: { email: 'anna@example.test' },
      };
    },
    'put /api/v1/signatures/{signatureId}/document': async () => ({
      method: 'PUT',
      path: `${SIGNATURES}/${await createDraft(acme.api)}/document`,
      body: formWith(pdf, '[]'),
    }),
    'put /api/v1/signatures/{signatureId}/document/fields': async () => {
      const path = `${SIGNATURES}/${await createDraft(acme.api)}/document`;
      await acme.api.put(path, formWith(pdf));
      const field = { kind: 'date', signerEmail: 'ann@example.test', page: 1, x: 10, y: 10 };
      return {
        method: 'PUT',
        path: `${path}/fields`,
        body: { fields: [{ ...field, width: 90, height: 20 }] },
      };
    },
    ...callsOfBulkSends(() => acme),
    ...callsOfRecipients(() => acme),
    ...callsOfDocuments(() => acme),
    ...callsOfForms(
      () => acme,
      () => pdf,
    ),
    'post /api/v1/identity-verifications': async () => ({
      method: 'POST',
      path: VERIFICATIONS,
      body: FULL_FORM,
    }),
    'post /api/v1/webhook-notifications/replays': async () => ({
      method: 'POST',
      path: (await receiveWebhooks(test, acme.organizationId), `${DELIVERIES}/replays`),
      body: { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
    }),
    'post /api/v1/webhook-notifications/{deliveryId}/replay': async () => ({
      method: 'POST',
      path: `${DELIVERIES}/${await failedDelivery(test, acme)}/replay`,
    }),
    'delete /api/v1/identity-verifications/{verificationId}/media': async () => ({
      method: 'DELETE',
      path: `${VERIFICATIONS}/${endedVerification}/media`,
    }),
  };

  /** Everything that the organization's calls have changed, except mails and jobs that follow later. */
  async function effects(): Promise<unknown> {
    const [row] = await test.dataSource.query<unknown[]>(
      `select (select count(*) from signatures where organization_id = $1) as signatures,
        (select count(*) from signature_audit_events where organization_id = $1
          and type not like 'email_a%' and type <> 'copied') as events,
        (select max(id) from signature_fields where organization_id = $1) as fields,
        (select array_agg(row(t.*)::text order by id) from templates t where organization_id = $1) as templates,
        (select max(number) from template_versions where organization_id = $1) as versions,
        (select count(*) from form_values where organization_id = $1) as values,
        (select count(*) from webhook_replays where organization_id = $1) as replays,
        (select count(*) from webhook_deliveries where organization_id = $1 and replay_of is not null) as replayed,
        (select count(*) from identity_verifications where organization_id = $1) as verifications,
        (select count(*) from identity_verification_audit_events where organization_id = $1) as "identityEvents"`,
      [acme.organizationId],
    );
    return row;
  }

  it('every operation that changes something accepts a key', () => {
    const { paths } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { parameters: { name: string }[]; responses: object }>>;
    };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    const accepting = documented.filter(
      ({ parameters, responses }) =>
        parameters.some(({ name }) => name === 'Idempotency-Key') && '409' in responses,
    );
    const changing = documented.filter(({ name }) => !name.startsWith('get '));
    expect(accepting).toEqual(changing);
    expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(operations).sort());
  });

  it.each(Object.keys(operations))('%s: the same request gets the same bytes again', async (name) => {
    const request = await operations[name]!();
    const key = newKey();
    const first = await send(key, request);
    expect(first).toMatchObject({ status: CREATING.includes(name) ? 201 : 200, replayed: false });
    const before = await effects();
    expect(await send(key, request)).toEqual({ ...first, replayed: true });
    expect(await effects()).toEqual(before);
  });

  it.each(Object.keys(operations))('%s: the same key with another body or path is a 409', async (name) => {
    const request = await operations[name]!();
    const key = newKey();
    expect(await send(key, request)).toMatchObject({ replayed: false });
    const body = request.body instanceof FormData ? formWith(pdf, '[ ]') : { ...request.body, more: 1 };
    const before = await effects();
    expect(await send(key, { ...request, body })).toEqual(REUSED);
    expect(await send(key, { ...request, path: elsewhere(request.path) })).toEqual(REUSED);
    expect(await effects()).toEqual(before);
  });

  it('the same key is separate for each organization', async () => {
    const other = await test.createOrganization();
    const key = newKey();
    const first = await send(key, creation('Ours'));
    const second = await send(key, creation('Theirs'), other);
    expect(second).toMatchObject({ status: 201, replayed: false });
    expect(second.text).not.toBe(first.text);
    expect(await send(key, creation('Theirs'), other)).toEqual({ ...second, replayed: true });
  });

  it.each([
    ['nothing', '', 'has 0 characters, but must have 1 to 255'],
    ['256 characters', 'k'.repeat(256), 'has 256 characters, but must have 1 to 255'],
    ['a space', 'my key', 'must be visible ASCII characters, without spaces'],
    ['a letter beyond ASCII', 'cl\u00e9', 'must be visible ASCII characters, without spaces'],
  ])('refuses a key with %s', async (_what, key, problem) => {
    const { status, text } = await send(key, creation('Refused'));
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        message: `Idempotency-Key ${problem}`,
        error: 'Bad Request',
        code: 'validation_failed',
        details: [{ field: 'Idempotency-Key', message: `Idempotency-Key ${problem}` }],
      },
    });
    expect(await drafts('Refused')).toBe(0);
  });

  it('accepts a key of 255 characters, and ignores it on GET', async () => {
    expect(await send('~'.repeat(255), creation('Long key'))).toMatchObject({ status: 201 });
    for (let time = 0; time < 2; time++)
      expect(await send('my key', { method: 'GET', path: SIGNATURES })).toMatchObject({
        status: 200,
        replayed: false,
      });
  });

  it.each<[string, () => Promise<[Call, number]>]>([
    ['invalid', async () => [{ ...creation(''), body: { type: 'fast' } }, 400]],
    ['not possible now', async () => [await reminderOfDraft(), 400]],
    [
      'for something unknown',
      async () => [{ method: 'DELETE', path: `${SIGNATURES}/9007199254740991` }, 404],
    ],
  ])('frees the key after a request that is %s', async (what, prepare) => {
    const key = newKey();
    const [refused, status] = await prepare();
    for (let time = 0; time < 2; time++)
      expect(await send(key, refused)).toMatchObject({ status, replayed: false });
    expect(await send(key, creation(what))).toMatchObject({ status: 201, replayed: false });
  });

  async function reminderOfDraft(): Promise<Call> {
    const { id, signers } = await sendRequest(acme.api);
    await acme.api.delete(`${SIGNATURES}/${id}`);
    const draft = await createDraft(acme.api);
    await test.dataSource.query('update signature_signers set signature_id = $1 where id = $2', [
      draft,
      signers[0]!.id,
    ]);
    return { method: 'POST', path: `${SIGNATURES}/${draft}/signers/${signers[0]!.id}/notification` };
  }

  async function drafts(name: string): Promise<number> {
    const [row] = await test.dataSource.query<[{ n: number }]>(
      'select count(*) as n from signatures where organization_id = $1 and original_document_name = $2',
      [acme.organizationId, name],
    );
    return row.n;
  }
});
