import { type RunQuery } from '../../platform/database/run-query.js';

/** A file sealed by this installation. Leaves out who signed it, which a hash alone must not reveal. */
export interface SealedFile {
  organizationId: number;
  sealedAt: Date;
  /** The number of signers. */
  signers: number;
  /** Which of how many documents it is; null for a certificate of completion. */
  n: number | null;
  count: number;
  /** The other sealed documents of its request, by their numbers; SHA-256 in lower-case hex. */
  others: { n: number; sha256: string }[];
}

/** The sealed files of all requests, by the numbers of their documents. */
const SEALED = `
  select organization_id, signature_id, 1 as n, sha256, created_at from signature_documents where kind = 'signed'
  union all
  select f.organization_id, f.signature_id, d.position, f.sha256, f.created_at
  from request_document_files f
  join request_documents d on d.organization_id = f.organization_id and d.signature_id = f.signature_id
    and d.id = f.document_id
  where f.kind = 'signed'`;

const SEALED_FILE = `
  with found as (
    select organization_id, signature_id, n, created_at from (
      select * from (${SEALED}) sealed where sha256 = $1
      union all
      select organization_id, signature_id, null, sha256, created_at from signature_documents
      where kind = 'certificate' and sha256 = $1) files
    order by created_at limit 1)
  select d.organization_id as "organizationId", d.created_at as "sealedAt", d.n,
    (select count(*)::int from signature_signers s
     where s.organization_id = d.organization_id and s.signature_id = d.signature_id and s.status = 'signed') as signers,
    1 + (select count(*)::int from request_documents r
     where r.organization_id = d.organization_id and r.signature_id = d.signature_id) as count,
    coalesce((select json_agg(json_build_object('n', o.n, 'sha256', encode(o.sha256, 'hex')) order by o.n)
      from (${SEALED}) o where o.organization_id = d.organization_id and o.signature_id = d.signature_id
        and o.n is distinct from d.n), '[]') as others
  from found d`;

/**
 * The completed document or the certificate of completion with this SHA-256 (lower-case hex), including those of
 * cancelled requests. Searches all organizations, because the requester has the whole file but no account.
 */
export async function findSealedFile(query: RunQuery, sha256: string): Promise<SealedFile | null> {
  const [row] = await query<SealedFile>(SEALED_FILE, [Buffer.from(sha256, 'hex')]);
  return row ?? null;
}
