import { type SharedTestApp, type TestOrganization } from './app.js';
import { textPdf } from './pdf-samples.js';
import { type GivenRecipient } from './recipients.js';
import { createDraft, SIGNATURES } from './samples.js';
import { ANNA, type NewSigner, visitorOf } from './signing-requests.js';
import { type SigningVisitor } from './signing-visitor.js';
import { until } from './until.js';

const PDF = { headers: { 'content-type': 'application/pdf' } };

/** A multipart body with a document, as callers send it. */
export function documentForm(pdf: Buffer, fileName: string, texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileName);
  return form;
}

/** A draft with documents of one page each: `Lease.pdf` and those named. */
export async function draftWith(
  { api }: Pick<TestOrganization, 'api'>,
  names: readonly string[],
  type = 'fast',
): Promise<string> {
  const id = await createDraft(api, { type, originalDocumentName: 'Lease.pdf' });
  const path = `${SIGNATURES}/${id}`;
  await api.put(`${path}/document`, await textPdf(1, 'Lease'), PDF);
  for (const [index, name] of names.entries()) {
    const form = documentForm(await textPdf(1, `Document ${index + 2}`), name);
    const put = await api.put(`${path}/documents/${index + 2}`, form);
    if (put.status !== 200) throw new Error(`document ${index + 2}: ${JSON.stringify(put.body)}`);
  }
  return path;
}

interface SeveralOptions {
  type?: string;
  signers?: NewSigner[];
  recipients?: GivenRecipient[];
}

/** A sent request with several documents, and a visitor on each signer's link. */
export async function sendSeveral(
  test: SharedTestApp,
  organization: TestOrganization,
  names: readonly string[],
  { type = 'fast', signers = [ANNA], ...options }: SeveralOptions = {},
): Promise<{ path: string; id: number; visitors: SigningVisitor[]; status: () => Promise<string> }> {
  const path = await draftWith(organization, names, type);
  const { api, organizationId } = organization;
  const sent = await api.post(`${path}/send`, { signers, ...options });
  if (sent.status !== 200) throw new Error(`send answered ${sent.status}: ${JSON.stringify(sent.body)}`);
  const ids = (sent.body.signers as { id: number }[]).map(({ id }) => id);
  const visitors = await Promise.all(ids.map((id) => visitorOf(test, organizationId, id)));
  const status = async () => (await api.get(`${path}/status`)).body.status as string;
  return { path, id: Number(path.split('/').at(-1)), visitors, status };
}

/** A completed request with two documents. @returns its path */
export async function completedSeveral(test: SharedTestApp, organization: TestOrganization): Promise<string> {
  const { path, visitors, status } = await sendSeveral(test, organization, ['Annex.pdf']);
  await visitors[0]!.sign();
  await until('it is completed', async () => (await status()) === 'completed');
  return path;
}
