import { type EntityManager } from 'typeorm';
import { findMember } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { type MailModel } from '../../platform/mail/mail-models.js';

/** The common start of every mail to an owner; null if the person is no longer one. */
export async function addressedTo(
  manager: EntityManager,
  organizationId: number,
  userId: number,
): Promise<{ to: string; greeting: MailModel } | null> {
  const owner = await findMember(manager, organizationId, userId);
  if (owner?.role !== 'owner') return null;
  const greeting = { organizationName: await organizationName(manager, organizationId), recipientName: null };
  return { to: owner.email, greeting };
}
