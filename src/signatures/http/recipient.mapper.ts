import { isoOrNull } from '../../common/timestamps.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { type RecipientDto, type RecipientListDto } from './dto/recipient.dto.js';
import { type MessageDto } from './dto/signature-response.dto.js';

export function toRecipient(recipient: Recipient): RecipientDto {
  const { id, email, name, action, order, when, required, separateApprover, locale, status } = recipient;
  return {
    ...{ id, email, name, action, order, when, required, separateApprover, locale, status },
    toldAt: isoOrNull(recipient.toldAt),
    actedAt: isoOrNull(recipient.actedAt),
    reason: recipient.rejectionReason,
  };
}

export const toRecipients = (recipients: readonly Recipient[]): RecipientListDto => ({
  items: recipients.map(toRecipient),
});

export const toRecipientMessage = ({ email }: Recipient): MessageDto => ({
  message: `Reminder sent to ${email}`,
});
