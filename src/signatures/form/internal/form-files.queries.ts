import { type EntityManager } from 'typeorm';
import { type Signature } from '../../signature.entity.js';

const TAKE_UNSIGNED = `
  delete from form_files f using signature_signers s
  where f.organization_id = $2 and f.signature_id = $1
    and s.id = f.signer_id and s.organization_id = f.organization_id and s.status <> 'signed'
  returning f.storage_key as key`;

/** Removes the files of a request's signers who did not sign. @returns the storage keys of their bytes */
export async function takeUnsignedFiles(
  tx: EntityManager,
  { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
): Promise<string[]> {
  const [rows] = await tx.query<[{ key: string }[], number]>(TAKE_UNSIGNED, [id, organizationId]);
  return rows.map(({ key }) => key);
}
