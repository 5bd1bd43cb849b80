/** Runs one statement of SQL, over whatever connection there is. */
export type RunQuery = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** A file that was sealed here. Who signed it is not told to whoever holds no more than its hash. */
export interface SealedFile {
  organization: string;
  sealedAt: Date;
  signers: number;
}

/** Across organizations: whoever asks has the whole file, and belongs to none. A cancelled request's file stays what it is. */
const SEALED_FILE = `
  select o.name as organization, d.created_at as "sealedAt",
    (select count(*)::int from signature_signers g
     where g.organization_id = d.organization_id and g.signature_id = d.signature_id and g.status = 'signed') as signers
  from signature_documents d join organizations o on o.id = d.organization_id
  where d.sha256 = $1 and d.kind in ('signed', 'certificate')
  order by d.created_at limit 1`;

const ORGANIZATIONS = `
  select encode(sha256(c.certificate), 'hex') as hash, o.name
  from organization_certificates c join organizations o on o.id = c.organization_id
  where sha256(c.certificate) = any($1::bytea[])`;

/** @param sha256 lower-case hex */
export async function findSealedFile(query: RunQuery, sha256: string): Promise<SealedFile | null> {
  const [row] = await query<SealedFile>(SEALED_FILE, [Buffer.from(sha256, 'hex')]);
  return row ?? null;
}

/** The organizations of this installation whose certificates have these SHA-256 (lower-case hex), by these. */
export async function organizationsOf(
  query: RunQuery,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  const bytes = hashes.map((hash) => Buffer.from(hash, 'hex'));
  const rows = await query<{ hash: string; name: string }>(ORGANIZATIONS, [bytes]);
  return new Map(rows.map(({ hash, name }) => [hash, name]));
}
