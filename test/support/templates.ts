import { type ApiClient } from './api-client.js';
import { textPdf } from './pdf-samples.js';
import { LEASE } from './request-forms.js';

export const TEMPLATES = '/api/v1/templates';

/** The lease of `request-forms`, as the definition of a template. */
export const LEASE_TEMPLATE = {
  roles: [
    { key: 'tenant', name: 'Tenant', action: 'sign', order: 1 },
    { key: 'landlord', name: 'Landlord', action: 'sign', order: 2 },
  ],
  fields: LEASE.fields.map((field) => field),
  options: { type: 'fast', subject: 'Your lease', expiresInDays: 30 },
};

/** One role with a signature and a number that the sender may know. */
export const RENT_TEMPLATE = {
  roles: [{ key: 'tenant', name: 'Tenant', action: 'sign', order: 1 }],
  fields: [
    {
      ...{ key: 'rent', kind: 'number', role: 'tenant', label: 'Monthly rent' },
      places: [{ document: 1, page: 1, x: 72, y: 500, width: 120, height: 20 }],
    },
    {
      ...{ key: 'signed', kind: 'signature', role: 'tenant' },
      places: [{ document: 1, page: 1, x: 72, y: 600, width: 180, height: 40 }],
    },
  ],
  options: { type: 'fast', subject: 'Your lease', expiresInDays: 30 },
};

/** The same, and a file that the signer attaches. */
export const PROVEN_RENT_TEMPLATE = {
  ...RENT_TEMPLATE,
  fields: [
    ...RENT_TEMPLATE.fields,
    { key: 'proofs', kind: 'attachment', role: 'tenant', label: 'Proof of income' },
  ],
};

export const PEOPLE = {
  tenant: { email: 'tenant@signers.test', name: 'Anna Maria Eriksson' },
  landlord: { email: 'landlord@signers.test', name: 'Jonas Brandt' },
};

/** A draft with a document of two pages and a definition. @returns its path */
export async function draftTemplate(
  { api }: { api: ApiClient },
  definition: object = LEASE_TEMPLATE,
): Promise<string> {
  const made = await api.post(TEMPLATES, { name: 'Lease' });
  const path = `${TEMPLATES}/${made.body.id}`;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await textPdf(2))], { type: 'application/pdf' }), 'Lease.pdf');
  const put = await api.put(`${path}/documents/1`, form);
  if (put.status !== 200) throw new Error(`the document was answered with ${JSON.stringify(put.body)}`);
  const saved = await api.put(`${path}/definition`, { ...definition, revision: put.body.revision });
  if (saved.status !== 200) throw new Error(`the definition was answered with ${JSON.stringify(saved.body)}`);
  return path;
}

/** The same, published. */
export async function publishedTemplate(
  organization: { api: ApiClient },
  definition?: object,
): Promise<string> {
  const path = await draftTemplate(organization, definition);
  const published = await organization.api.post(`${path}/publish`, {});
  if (published.status !== 200)
    throw new Error(`publish was answered with ${JSON.stringify(published.body)}`);
  return path;
}
