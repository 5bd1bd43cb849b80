import { type RunQuery } from '../../platform/database/run-query.js';

/** A file sealed by this installation. Leaves out who signed it, which a hash alone must not reveal. */
export interface SealedFile {
  organizationId: number;
  sealedAt: Date;
  /** The number of signers. */
  signers: number;
}

const SEALED_FILE = `
  select d.organization_id as "organizationId", d.created_at as "sealedAt",
    (select count(*)::int from signature_signers s
     where s.organization_id = d.organization_id and s.signature_id = d.signature_id and s.status = 'signed') as signers
  from signature_documents d
  where d.sha256 = $1 and d.kind in ('signed', 'certificate')
  order by d.created_at limit 1`;

/**
 * The completed document or certificate of completion with this SHA-256 (lower-case hex), including those of
 * cancelled requests. Searches all organizations, because the requester has the whole file but no account.
 */
export async function findSealedFile(query: RunQuery, sha256: string): Promise<SealedFile | null> {
  const [row] = await query<SealedFile>(SEALED_FILE, [Buffer.from(sha256, 'hex')]);
  return row ?? null;
}
