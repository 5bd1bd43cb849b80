import { type TestOrganization } from './app.js';
import { BULK_SENDS, checkedBulkSend, CSV, emptyBulkSend, rentRows } from './bulk-sends.js';
import { type DocumentedApi } from './documented-api.js';
import { type Call } from './idempotent-calls.js';
import { publishedTemplate } from './templates.js';

const act = async (acme: TestOrganization, name: string, before: readonly string[] = []): Promise<Call> => {
  const path = await checkedBulkSend(acme, rentRows(before.length > 0 ? 1_000 : 1));
  for (const each of before) await acme.api.post(`${path}/${each}`, { ...(each === 'start' && CONFIRMED) });
  return { method: 'POST', path: `${path}/${name}`, body: name === 'start' ? CONFIRMED : {} };
};
const CONFIRMED = { confirmRepeated: true };

/** The upload of rows as a form. */
export function rowsForm(count: number): FormData {
  const form = new FormData();
  form.set('file', new Blob([rentRows(count)], { type: 'text/csv' }), 'rows.csv');
  return form;
}

/** A request for every operation that changes bulk sends, by method and path. */
export const callsOfBulkSends = (acme: () => TestOrganization): Record<string, () => Promise<Call>> => ({
  'post /api/v1/bulk-sends': async () => {
    const template = await publishedTemplate(acme());
    const templateId = Number(template.split('/').at(-1));
    return { method: 'POST', path: BULK_SENDS, body: { name: 'Rents', templateId } };
  },
  'put /api/v1/bulk-sends/{bulkSendId}/rows': async () => ({
    method: 'PUT',
    path: `${await emptyBulkSend(acme())}/rows`,
    body: rowsForm(2),
  }),
  'post /api/v1/bulk-sends/{bulkSendId}/start': () => act(acme(), 'start'),
  'post /api/v1/bulk-sends/{bulkSendId}/pause': () => act(acme(), 'pause', ['start']),
  'post /api/v1/bulk-sends/{bulkSendId}/resume': () => act(acme(), 'resume', ['start', 'pause']),
  'post /api/v1/bulk-sends/{bulkSendId}/retry': () => act(acme(), 'retry'),
  'post /api/v1/bulk-sends/{bulkSendId}/cancel': () => act(acme(), 'cancel'),
});

/** The path for each example of a request, in a state in which the service accepts it, by operation. */
export const placesOfBulkSends = (
  { operations }: DocumentedApi,
  acme: () => TestOrganization,
): Record<string, () => Promise<string>> => ({
  bulkSendsCreate: async () => {
    const template = await publishedTemplate(acme());
    const { requestBody } = operations.find(({ operationId }) => operationId === 'bulkSendsCreate')!;
    const { value } = requestBody!.content['application/json']!.examples!.leases!;
    Object.assign(value as object, { templateId: Number(template.split('/').at(-1)) });
    return BULK_SENDS;
  },
  bulkSendsStart: async () => `${await checkedBulkSend(acme())}/start`,
});

/** Calls every operation of bulk sends that has no JSON body. */
export async function callBulkSends(
  acme: TestOrganization,
  success: (method: string, path: string, options?: object) => Promise<void>,
): Promise<void> {
  const path = await checkedBulkSend(acme, rentRows(500));
  for (const part of ['', '/rows', '/errors.csv', '/results.csv']) await success('GET', path + part);
  await success('GET', BULK_SENDS);
  const { templateId } = (await acme.api.get(path)).body as { templateId: number };
  await success('GET', `/api/v1/templates/${templateId}/rows.csv`);
  await success('PUT', `${path}/rows`, { body: rentRows(400), ...CSV });
  await acme.api.post(`${path}/start`, {});
  for (const name of ['pause', 'retry', 'resume', 'cancel']) await success('POST', `${path}/${name}`);
}
