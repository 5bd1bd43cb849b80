import { type EntityManager } from 'typeorm';
import { findAsker } from '../organizations/asker.js';
import { type ReplyAddress } from '../platform/mail/mail-models.js';
import { findSender } from './sender.queries.js';
import { type Signature } from './signature.entity.js';

/** How mails name who sent a request, and where they are answered. */
export interface RequestAsker {
  organizationName: string;
  senderName: string;
  /** The member who sent it by hand in the organization's name; null where the name given for the sender is shown. */
  senderMember: string | null;
  replyTo: ReplyAddress | null;
}

export async function findRequestAsker(manager: EntityManager, request: Signature): Promise<RequestAsker> {
  const { id: signatureId, organizationId, senderName } = request;
  const sender = await findSender(manager, { organizationId, signatureId });
  const { organizationName, member, replyTo } = await findAsker(manager, organizationId, sender);
  return {
    organizationName,
    senderName,
    senderMember: senderName === organizationName ? member : null,
    replyTo,
  };
}
