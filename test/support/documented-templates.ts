import { type TestOrganization } from './app.js';
import { builtForm, widget } from './built-forms.js';
import { type DocumentedApi } from './documented-api.js';
import { archiveOf } from './form-calls.js';
import { textPdf } from './pdf-samples.js';
import { draftWithDocument } from './request-forms.js';
import { SIGNATURES } from './samples.js';
import { draftTemplate, PEOPLE, publishedTemplate, TEMPLATES } from './templates.js';

/** A template as its example in the document defines it. */
function publishedLease({ operations }: DocumentedApi, acme: TestOrganization): Promise<string> {
  const { requestBody } = operations.find(({ operationId }) => operationId === 'templatesReplaceDefinition')!;
  const { value } = requestBody!.content['application/json']!.examples!.lease!;
  return publishedTemplate(acme, value as object);
}

/** A draft with this PDF and nothing else, in its second revision. @returns its path */
async function withDocument({ api }: TestOrganization, pdf: Buffer): Promise<string> {
  const made = await api.post(TEMPLATES, { name: 'Lease' });
  const path = `${TEMPLATES}/${String(made.body.id)}`;
  await api.put(`${path}/documents/1`, pdf, { headers: { 'content-type': 'application/pdf' } });
  return path;
}

/** The path for each example of a request, in a state in which the service accepts it, by operation. */
export const placesOfTemplates = (
  api: DocumentedApi,
  acme: () => TestOrganization,
): Record<string, () => Promise<string>> => ({
  templatesCreate: async () => TEMPLATES,
  templatesDescribe: async () => draftTemplate(acme()),
  templatesDuplicate: async () => `${await draftTemplate(acme())}/duplicate`,
  templatesReplaceDefinition: async () => `${await withDocument(acme(), await textPdf())}/definition`,
  templateDocumentsImportForm: async () => {
    const widgets = ['/FT /Tx /T (rent)', '/FT /Sig /T (signature_landlord)'].map((entries) =>
      widget(entries),
    );
    return `${await withDocument(acme(), builtForm(widgets))}/documents/1/form/import`;
  },
  templateVersionsPublish: async () => `${await draftTemplate(acme())}/publish`,
  templateSendingSend: async () => `${await publishedLease(api, acme())}/send`,
  templateSendingDraft: async () => `${await publishedLease(api, acme())}/drafts`,
  requestTemplatesSave: async () => `${await draftWithDocument(acme())}/template`,
});

/** Calls every operation of templates that has no JSON body. */
export async function callTemplates(
  acme: TestOrganization,
  success: (method: string, path: string, options?: object) => Promise<void>,
): Promise<void> {
  const template = await publishedTemplate(acme);
  const version = `${template}/versions/1`;
  const parts = ['', '/definition', '/versions', '/values-schema', '/export'].map((part) => template + part);
  for (const path of [TEMPLATES, ...parts, version, `${version}/differences/1`, `${version}/documents/1`])
    await success('GET', path);
  await success('POST', `${TEMPLATES}/import`, { body: await archiveOf(acme, template) });
  const file = { body: await textPdf(), headers: { 'content-type': 'application/pdf' } };
  const sent = await acme.api.post(`${template}/send`, { roles: PEOPLE });
  await success('GET', `${SIGNATURES}/${String(sent.body.id)}/template`);
  await success('PUT', `${template}/documents/1`, file);
  await success('DELETE', `${template}/documents/1?fields=remove`);
  await success('DELETE', template);
}

/** A path of the document with those of a request with a form, a published template and a bulk send in it. */
export const filled = (
  path: string,
  { template, request, bulkSend }: { template: string; request: string; bulkSend: string },
): string =>
  path
    .replace('/api/v1/bulk-sends/{bulkSendId}', bulkSend)
    .replace(`${TEMPLATES}/{templateId}`, template)
    .replace(`${SIGNATURES}/{signatureId}`, request)
    .replaceAll(/\{(?:n|version)\}/g, '1');
