import { type EntityManager } from 'typeorm';

/** A placed field and the signer who fills it in. */
export interface AssignedField {
  id: number;
  signerId: number;
}

/** Gives fields of an organization their signers with one statement. */
export async function assignFields(
  tx: EntityManager,
  organizationId: number,
  fields: readonly AssignedField[],
): Promise<void> {
  await tx.query(
    `update signature_fields f set signer_id = assigned.signer_id
     from unnest($2::bigint[], $3::bigint[]) as assigned (id, signer_id)
     where f.organization_id = $1 and f.id = assigned.id`,
    [organizationId, fields.map(({ id }) => id), fields.map(({ signerId }) => signerId)],
  );
}
