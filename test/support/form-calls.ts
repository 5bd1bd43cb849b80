import { type TestOrganization } from './app.js';
import { builtForm, widget } from './built-forms.js';
import { type Call, formWith } from './idempotent-calls.js';
import { draftWithDocument, LEASE } from './request-forms.js';
import { createDraft, SIGNATURES } from './samples.js';
import { draftTemplate, LEASE_TEMPLATE, PEOPLE, publishedTemplate, TEMPLATES } from './templates.js';

async function draftWithForm(organization: TestOrganization): Promise<string> {
  const path = await draftWithDocument(organization);
  await organization.api.put(`${path}/form`, LEASE);
  return path;
}

/** The upload of a PDF form, with who fills it in. */
export function importedForm(): FormData {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(builtForm([widget('/FT /Tx /T (Rent)')]))]), 'Lease.pdf');
  body.set('form', JSON.stringify({ roles: LEASE.roles, signers: LEASE.signers, role: 'tenant' }));
  return body;
}

/** The upload of an exported template. @param path - of the template */
export async function archiveOf({ api }: TestOrganization, path: string): Promise<FormData> {
  const { body: archive } = await api.get(`${path}/export`);
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(archive as Buffer)]), 'lease.zip');
  return body;
}

/** A request for every operation that changes forms and templates, by method and path. */
export const callsOfForms = (
  acme: () => TestOrganization,
  pdf: () => Buffer,
): Record<string, () => Promise<Call>> => ({
  'put /api/v1/signatures/{signatureId}/form': async () => ({
    method: 'PUT',
    path: `${await draftWithDocument(acme())}/form`,
    body: LEASE,
  }),
  'put /api/v1/signatures/{signatureId}/form/values': async () => ({
    method: 'PUT',
    path: `${await draftWithForm(acme())}/form/values`,
    body: { values: { rent: '950' } },
  }),
  'delete /api/v1/signatures/{signatureId}/form': async () => ({
    method: 'DELETE',
    path: `${await draftWithForm(acme())}/form`,
  }),
  'post /api/v1/signatures/{signatureId}/form/import': async () => ({
    method: 'POST',
    path: `${SIGNATURES}/${await createDraft(acme().api)}/form/import`,
    body: importedForm(),
  }),
  'post /api/v1/templates': async () => ({ method: 'POST', path: TEMPLATES, body: { name: 'Lease' } }),
  'patch /api/v1/templates/{templateId}': async () => ({
    method: 'PATCH',
    path: await draftTemplate(acme()),
    body: { name: 'Rent' },
  }),
  'delete /api/v1/templates/{templateId}': async () => ({
    method: 'DELETE',
    path: await draftTemplate(acme()),
  }),
  'put /api/v1/templates/{templateId}/definition': async () => {
    const path = `${await draftTemplate(acme())}/definition`;
    const { revision } = (await acme().api.get(path)).body as { revision: number };
    return { method: 'PUT', path, body: { ...LEASE_TEMPLATE, revision } };
  },
  'put /api/v1/templates/{templateId}/documents/{n}': async () => ({
    method: 'PUT',
    path: `${await draftTemplate(acme())}/documents/1`,
    body: formWith(pdf()),
  }),
  'delete /api/v1/templates/{templateId}/documents/{n}': async () => ({
    method: 'DELETE',
    path: `${await draftTemplate(acme())}/documents/1?fields=remove`,
  }),
  'post /api/v1/templates/{templateId}/documents/{n}/form/import': async () => {
    const path = await draftTemplate(acme());
    const put = await acme().api.put(`${path}/documents/1`, importedForm());
    const { revision } = put.body as { revision: number };
    return { method: 'POST', path: `${path}/documents/1/form/import`, body: { revision } };
  },
  'post /api/v1/templates/{templateId}/publish': async () => ({
    method: 'POST',
    path: `${await draftTemplate(acme())}/publish`,
    body: {},
  }),
  'post /api/v1/templates/{templateId}/duplicate': async () => ({
    method: 'POST',
    path: `${await draftTemplate(acme())}/duplicate`,
    body: { name: 'Copy' },
  }),
  'post /api/v1/templates/{templateId}/send': async () => ({
    method: 'POST',
    path: `${await publishedTemplate(acme())}/send`,
    body: { roles: PEOPLE },
  }),
  'post /api/v1/templates/{templateId}/drafts': async () => ({
    method: 'POST',
    path: `${await publishedTemplate(acme())}/drafts`,
    body: { roles: PEOPLE },
  }),
  'post /api/v1/templates/import': async () => ({
    method: 'POST',
    path: `${TEMPLATES}/import`,
    body: await archiveOf(acme(), await draftTemplate(acme())),
  }),
  'post /api/v1/signatures/{signatureId}/template': async () => ({
    method: 'POST',
    path: `${await draftWithForm(acme())}/template`,
    body: { name: 'Lease' },
  }),
});
