import { type EntityManager } from 'typeorm';
import { type PersonKey } from '../common/person-key.js';

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

/** The last name can be empty: the short form has none, so mails and pages allow for it. */
const ERASE_VERIFICATION = `
  update identity_verifications set email = 'erased-' || id || '@erased.invalid', first_name = '', last_name = '',
    full_name = '', metadata = '{}', redirect_url = null, return_url_sealed = null, updated_at = app_now()
  where organization_id = $1 and id = $2`;

/** Keeps the result and reason codes; erases the data read and people's own text. */
const ERASE_REPORT = `
  update document_reports set extracted_data = (select jsonb_object_agg(key, null) from jsonb_object_keys(extracted_data) key),
    checks = coalesce((select jsonb_agg(c || '{"message": ""}') from jsonb_array_elements(checks) c), '[]'),
    reasons = array(select case when reason ~ '^[a-z0-9_]+$' then reason else 'erased' end from unnest(reasons) reason)
  where organization_id = $1 and verification_id = $2`;

/** Replaces the personal data of a verification and its report with tombstones. */
export async function eraseVerification(
  tx: EntityManager,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> {
  await tx.query(ERASE_VERIFICATION, [organizationId, id]);
  await tx.query(ERASE_REPORT, [organizationId, id]);
}
