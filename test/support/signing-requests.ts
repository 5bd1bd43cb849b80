import { SignerLinks } from '../../src/signatures/signers/signer-links.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { createDraft, SIGNATURES } from './samples.js';
import { SigningVisitor } from './signing-visitor.js';

export interface NewSigner {
  email: string;
  name?: string;
  order?: number;
  locale?: string;
}

/** A sent request, with a visitor on each signer's link. */
export interface SentRequest {
  id: number;
  path: string;
  signerIds: number[];
  visitors: SigningVisitor[];
  status(): Promise<string>;
}

export const ANNA: NewSigner = { email: 'anna@signers.test', name: 'Anna Maria Eriksson' };
export const JONAS: NewSigner = { email: 'jonas@signers.test', name: 'Jonas Brandt' };

/**
 * Requests whose typeset document later ones share, by database. Typesetting each separately would start a process.
 */
const typeset = new WeakMap<SharedTestApp, Map<number, number>>();

const SHARE_DOCUMENT = `
  with shared as (
    insert into signature_documents (signature_id, organization_id, kind, storage_key, mime_type, sha256, size_bytes, pages)
    select $1, organization_id, kind, storage_key, mime_type, sha256, size_bytes, pages
    from signature_documents where signature_id = $2 and kind in ('original', 'presented'))
  update signatures set document_status = 'ready' where id = $1`;

/** Creates and sends a request over the REST API. Its text is typeset as the document. */
export async function sendRequest(
  test: SharedTestApp,
  { api, organizationId }: TestOrganization,
  type: string,
  signers: NewSigner[] = [ANNA],
  options: Record<string, unknown> = {},
): Promise<SentRequest> {
  const { documentName = 'Lease agreement', ...sendOptions } = options;
  const draft = await api.post('/api/v1/signatures', {
    type,
    originalDocumentName: documentName,
    originalDocumentType: 'application/pdf',
    originalDocumentExtension: 'pdf',
  });
  const path = `/api/v1/signatures/${draft.body.id}`;
  const known = typeset.get(test) ?? new Map<number, number>();
  const example = known.get(organizationId);
  if (example !== undefined) await test.dataSource.query(SHARE_DOCUMENT, [draft.body.id, example]);
  typeset.set(test, known.set(organizationId, example ?? (draft.body.id as number)));
  const sent = await api.post(`${path}/send`, { signers, ...sendOptions });
  if (sent.status !== 200) throw new Error(`send answered ${sent.status}: ${JSON.stringify(sent.body)}`);
  const signerIds = sent.body.signers.map(({ id }: { id: number }) => id) as number[];
  const visitors = await Promise.all(signerIds.map((id) => visitorOf(test, organizationId, id)));
  const status = async () => (await api.get(`${path}/status`)).body.status as string;
  return { id: draft.body.id as number, path, signerIds, visitors, status };
}

/** Uploads a PDF over the REST API and sends it. The signers get their links by mail. */
export async function sendPdf(
  { api }: TestOrganization,
  type: string,
  signers: NewSigner[],
  pdf: Buffer,
  options: Record<string, unknown> = {},
): Promise<Pick<SentRequest, 'id' | 'path' | 'status'>> {
  const id = await createDraft(api, { type });
  const path = `${SIGNATURES}/${id}`;
  await api.put(`${path}/document`, pdf, { headers: { 'content-type': 'application/pdf' } });
  const sent = await api.post(`${path}/send`, { signers, ...options });
  expect(sent).toMatchObject({ status: 200, body: { documentStatus: 'ready' } });
  return { id, path, status: async () => (await api.get(`${path}/status`)).body.status as string };
}

/** A visitor on the signer's current link. */
export async function visitorOf(
  test: SharedTestApp,
  organizationId: number,
  signerId: number,
): Promise<SigningVisitor> {
  const links = test.app.get(SignerLinks, { strict: false });
  const link = await links.ofSigner(test.dataSource.manager, organizationId, signerId);
  return new SigningVisitor(links.addressOf(link!));
}
