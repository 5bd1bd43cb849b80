// The service's two main jobs, carried out over HTTP by a caller and a person.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/platform/config/paths.js';
import { type ApiClient } from '../test/support/api-client.js';
import { Person } from '../test/support/person.js';
import { until } from '../test/support/until.js';

const SIGNATURES = '/api/v1/signatures';
const VERIFICATIONS = '/api/v1/identity-verifications';

/** The holder of the specimen passport. */
export const HOLDER = {
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
};

/** Sends the specimen agreement to one signer. `request` is the path of the signature. */
export async function sendAgreement(api: ApiClient): Promise<{ request: string; signingUrl: string }> {
  const agreement = await readFile(join(PROJECT_ROOT, 'docs/specimen/agreement.pdf'));
  const draft = await api.post(SIGNATURES, {
    type: 'self_signed',
    originalDocumentName: 'Agreement',
    originalDocumentType: 'application/pdf',
    originalDocumentExtension: 'pdf',
  });
  expectEqual('creating a draft', draft.status, 201);
  const request = `${SIGNATURES}/${draft.body.id}`;
  const upload = await api.put(`${request}/document`, agreement, {
    headers: { 'content-type': 'application/pdf' },
  });
  expectEqual('uploading a PDF', upload.status, 200);
  const signers = [{ email: 'ann@example.test', name: 'Ann Lee' }];
  const sent = await api.post(`${request}/send`, { signers, subject: 'Our agreement' });
  expectEqual('sending it', sent.status, 200);
  return { request, signingUrl: sent.body.signers[0].signingUrl };
}

/** Waits until the signed document is sealed. */
export async function completedFiles(
  api: ApiClient,
  request: string,
): Promise<{ signedPdf: Buffer; certificate: Buffer }> {
  const status = async () => (await api.get(`${request}/status`)).body.status;
  await until('the request is completed', async () => (await status()) === 'completed');
  const [signed, certificate] = [
    await api.get(`${request}/document/signed`),
    await api.get(`${request}/certificate`),
  ];
  for (const file of [signed, certificate]) expectEqual('downloading a file', file.status, 200);
  return { signedPdf: signed.body, certificate: certificate.body };
}

/** @param form the fields of POST /identity-verifications, at least names, document type and method */
export async function beginVerification(
  api: ApiClient,
  form: object,
): Promise<{ path: string; person: Person }> {
  const redirectUrl = 'https://example.com/back';
  const { status, body } = await api.post(VERIFICATIONS, { email: 'a@example.test', redirectUrl, ...form });
  expectEqual('beginning a verification', status, 201);
  return { path: `${VERIFICATIONS}/${body.id}`, person: new Person(body.sessionUrl) };
}

/** Waits until the last photo is checked. @returns the heading of the page that follows */
export async function headingAfterChecking(person: Person): Promise<string> {
  await until('the photo is checked', async () => (await person.step()) !== 'reading');
  return (await person.look()).heading;
}

/** @throws Error that names the step */
export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}`);
}
