import { type EntityManager } from 'typeorm';
import { SendPlan } from '../send-plan.entity.js';
import { Signature } from '../signature.entity.js';

/**
 * Gives a draft a new version. Fields of its first document that are kept although they are not complete follow the
 * version before, and now this one: what changed is another document.
 * @param draft - locked, as it was before
 */
export async function touchDraft(
  tx: EntityManager,
  { id, organizationId, updatedAt }: Pick<Signature, 'id' | 'organizationId' | 'updatedAt'>,
): Promise<void> {
  await tx.update(Signature, { id, organizationId }, { updatedAt: () => 'app_now()' });
  const plan = await tx.findOneBy(SendPlan, { organizationId, signatureId: id });
  const fields = plan?.unfinished?.fields;
  if (!fields || fields.at !== updatedAt.toISOString()) return;
  const now = await tx.findOneByOrFail(Signature, { id, organizationId });
  const unfinished = { ...plan.unfinished, fields: { ...fields, at: now.updatedAt.toISOString() } };
  await tx.update(SendPlan, { organizationId, signatureId: id }, { unfinished });
}
