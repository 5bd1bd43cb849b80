import { type SharedTestApp, type TestOrganization } from './app.js';
import { type Call } from './idempotent-calls.js';
import { textPdf } from './pdf-samples.js';
import { completedSeveral, documentForm, draftWith } from './several-documents.js';

const DOCUMENT = '/api/v1/signatures/{signatureId}/documents/{n}';

/** A request for every operation that changes documents after the first, by method and path. */
export const callsOfDocuments = (acme: () => TestOrganization): Record<string, () => Promise<Call>> => {
  const second = async () => `${await draftWith(acme(), ['Annex.pdf'])}/documents/2`;
  return {
    [`put ${DOCUMENT}`]: async () => ({
      method: 'PUT',
      path: await second(),
      body: documentForm(await textPdf(), 'Annex.pdf'),
    }),
    [`patch ${DOCUMENT}`]: async () => ({
      method: 'PATCH',
      path: await second(),
      body: { name: 'Plan.pdf' },
    }),
    [`delete ${DOCUMENT}`]: async () => ({ method: 'DELETE', path: await second() }),
    [`put ${DOCUMENT}/fields`]: async () => ({
      method: 'PUT',
      path: `${await second()}/fields`,
      body: { fields: [] },
    }),
  };
};

/** The path for each example of a request, in a state in which the service accepts it, by operation. */
export const placesOfDocuments = (acme: () => TestOrganization): Record<string, () => Promise<string>> => {
  const second = async () => `${await draftWith(acme(), ['Plan.pdf'])}/documents/2`;
  return {
    requestDocumentsRename: second,
    requestDocumentsPlaceFields: async () => `${await second()}/fields`,
  };
};

/** Calls every operation of documents that has no JSON body. */
export async function callDocuments(
  test: SharedTestApp,
  acme: TestOrganization,
  success: (method: string, path: string, options?: object) => Promise<void>,
): Promise<void> {
  const path = await completedSeveral(test, acme);
  for (const below of ['', '/2', '/2/fields', '/2/signed', '/archive'])
    await success('GET', `${path}/documents${below}`);
  const draft = await draftWith(acme, ['Annex.pdf']);
  const body = { body: await textPdf(), headers: { 'content-type': 'application/pdf' } };
  await success('PUT', `${draft}/documents/2`, body);
  await success('DELETE', `${draft}/documents/2`);
}
