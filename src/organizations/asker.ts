import { type EntityManager } from 'typeorm';
import { isSafeAddress } from '../common/validation/email.decorator.js';
import { type ReplyAddress } from '../platform/mail/mail-models.js';
import { findMember } from './account.queries.js';
import { getOrganization } from './organization.queries.js';

/** Who asks people for something in an organization's name. */
export interface Asker {
  organizationName: string;
  /** The name of the member who asks by hand; null for a program, or if the member has none or was removed. */
  member: string | null;
  /** Where answers go: to that member, otherwise to the organization's contact; null if it has none. */
  replyTo: ReplyAddress | null;
}

/** @param userId - the member who asked by hand; null for a program @throws EntityNotFoundError */
export async function findAsker(
  manager: EntityManager,
  organizationId: number,
  userId: number | null,
): Promise<Asker> {
  const { name: organizationName, contactEmail } = await getOrganization(manager, organizationId);
  const member = userId === null ? null : await findMember(manager, organizationId, userId);
  const contact = contactEmail === null ? null : { name: organizationName, address: contactEmail };
  const replyTo = member ? { name: member.name ?? '', address: member.email } : contact;
  return {
    organizationName,
    member: member?.name ?? null,
    // An issuer's address for a member may be one that no mail may carry.
    replyTo: replyTo && isSafeAddress(replyTo.address) ? replyTo : null,
  };
}
