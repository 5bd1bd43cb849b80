import { type EntityManager } from 'typeorm';

interface PersonKey {
  organizationId: number;
  /** As it is compared (`emailKey`). */
  email: string;
}

const FIND =
  'select id from identity_verifications where organization_id = $1 and lower(trim(email)) = $2 order by id';

/** Ids of the verifications of a person. */
export async function findVerificationsOf(
  manager: EntityManager,
  { organizationId, email }: PersonKey,
): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(FIND, [organizationId, email]);
  return rows.map(({ id }) => id);
}

/** The short form has no last name, which its mails and pages allow for. */
const ERASE_VERIFICATION = `
  update identity_verifications set email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '',
    full_name = '', metadata = '{}', redirect_url = null, return_url_sealed = null, updated_at = app_now()
  where organization_id = $1 and id = $2`;

/** The result stays, with codes as its reasons; what was read, and what people wrote, goes. */
const ERASE_REPORT = `
  update document_reports set extracted_data = (select jsonb_object_agg(key, null) from jsonb_object_keys(extracted_data) key),
    checks = coalesce((select jsonb_agg(c || '{"message": ""}') from jsonb_array_elements(checks) c), '[]'),
    reasons = array(select case when reason ~ '^[a-z0-9_]+$' then reason else 'erased' end from unnest(reasons) reason)
  where organization_id = $1 and verification_id = $2`;

/** Puts tombstones in the place of what a verification and its report tell of the person. */
export async function eraseVerification(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  await tx.query(ERASE_VERIFICATION, [organizationId, id]);
  await tx.query(ERASE_REPORT, [organizationId, id]);
}
