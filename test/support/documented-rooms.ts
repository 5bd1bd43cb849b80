import { type SharedTestApp, type TestOrganization } from './app.js';
import { callBulkSends, placesOfBulkSends } from './bulk-calls.js';
import { callDocuments, placesOfDocuments } from './document-calls.js';
import { type DocumentedApi } from './documented-api.js';
import { callTemplates, placesOfTemplates } from './documented-templates.js';
import { callRecipients, placesOfRecipients } from './recipient-calls.js';

/** Paths of operations that need something to be there, by operation. */
export const placesOfRooms = (
  api: DocumentedApi,
  acme: () => TestOrganization,
): Record<string, () => Promise<string>> => ({
  ...placesOfTemplates(api, acme),
  ...placesOfBulkSends(api, acme),
  ...placesOfRecipients(acme),
  ...placesOfDocuments(acme),
});

/** Calls each of their operations with success. */
export async function callRooms(
  test: SharedTestApp,
  acme: TestOrganization,
  success: (method: string, path: string, options?: object) => Promise<void>,
): Promise<void> {
  await callTemplates(acme, success);
  await callBulkSends(acme, success);
  await callRecipients(acme, success);
  await callDocuments(test, acme, success);
}
