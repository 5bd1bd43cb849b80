import { expect } from 'expect';
import { type ApiClient } from './api-client.js';

/** A valid body for a new draft. */
export const DRAFT = {
  type: 'fast',
  originalDocumentName: 'Lease agreement',
  originalDocumentType: 'application/pdf',
  originalDocumentExtension: 'pdf',
};

export const SIGNATURES = '/api/v1/signatures';

/** An ISO 8601 instant in UTC with milliseconds. */
export const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Creates a draft. @returns its id */
export async function createDraft(api: ApiClient, draft: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await api.post(SIGNATURES, { ...DRAFT, ...draft });
  if (status !== 201) throw new Error(`draft not created: ${JSON.stringify(body)}`);
  return body.id;
}

/** Creates and sends a request without an upload. @returns its id and its signers as in the response to send */
export async function sendRequest(
  api: ApiClient,
  { draft = {}, ...send }: { draft?: Record<string, unknown>; [field: string]: unknown } = {},
): Promise<{ id: number; signers: { id: number; email: string; signingUrl?: string }[] }> {
  const id = await createDraft(api, draft);
  const { status, body } = await api.post(`${SIGNATURES}/${id}/send`, {
    signers: [{ email: 'ann@example.test' }],
    ...send,
  });
  if (status !== 200) throw new Error(`not sent: ${JSON.stringify(body)}`);
  return { id, signers: body.signers };
}
