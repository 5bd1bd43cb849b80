import { type TestOrganization } from './app.js';
import { type Call } from './idempotent-calls.js';
import { EMMY, OTTO, type ShownRecipient } from './recipients.js';
import { createDraft, SIGNATURES } from './samples.js';

/** A request with an approver and a copy. @returns the path of its recipients, and their ids */
async function sentWithRecipients({ api }: TestOrganization): Promise<{ path: string; ids: number[] }> {
  const path = `${SIGNATURES}/${await createDraft(api, { type: 'fast' })}`;
  const body = { signers: [{ email: 'ann@example.test' }], recipients: [EMMY, OTTO] };
  const sent = await api.post(`${path}/send`, body);
  if (sent.status !== 200) throw new Error(`send answered ${sent.status}: ${JSON.stringify(sent.body)}`);
  const { items } = (await api.get(`${path}/recipients`)).body as { items: ShownRecipient[] };
  return { path: `${path}/recipients`, ids: items.map(({ id }) => id) };
}

/** A request for every operation that changes recipients, by method and path. */
export const callsOfRecipients = (acme: () => TestOrganization): Record<string, () => Promise<Call>> => ({
  'post /api/v1/signatures/{signatureId}/recipients': async () => ({
    method: 'POST',
    path: (await sentWithRecipients(acme())).path,
    body: { email: 'ida@readers.test', action: 'copy' },
  }),
  'post /api/v1/signatures/{signatureId}/recipients/{recipientId}/remind': async () => {
    const { path, ids } = await sentWithRecipients(acme());
    return { method: 'POST', path: `${path}/${ids[0]}/remind` };
  },
  'patch /api/v1/signatures/{signatureId}/recipients/{recipientId}': async () => {
    const { path, ids } = await sentWithRecipients(acme());
    return { method: 'PATCH', path: `${path}/${ids[0]}`, body: { email: 'emilie@readers.test' } };
  },
  'delete /api/v1/signatures/{signatureId}/recipients/{recipientId}': async () => {
    const { path, ids } = await sentWithRecipients(acme());
    return { method: 'DELETE', path: `${path}/${ids[1]}` };
  },
});

/** The path for each example of a request, in a state in which the service accepts it, by operation. */
export const placesOfRecipients = (acme: () => TestOrganization): Record<string, () => Promise<string>> => ({
  recipientsAdd: async () => (await sentWithRecipients(acme())).path,
  recipientsChangeEmail: async () => {
    const { path, ids } = await sentWithRecipients(acme());
    return `${path}/${ids[0]}`;
  },
});

/** Calls every operation of recipients that has no JSON body. */
export async function callRecipients(
  acme: TestOrganization,
  success: (method: string, path: string, options?: object) => Promise<void>,
): Promise<void> {
  const { path, ids } = await sentWithRecipients(acme);
  await success('GET', path);
  await success('POST', `${path}/${ids[0]}/remind`);
  await success('DELETE', `${path}/${ids[1]}`);
}
