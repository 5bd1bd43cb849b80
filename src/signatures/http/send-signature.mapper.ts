import { refusedAll } from '../../common/errors.js';
import { plainLine } from '../../common/plain-line.js';
import { parseDeadline } from '../../common/timestamps.js';
import { type NewRecipient, recipientFaults, toNewRecipient } from '../domain/new-recipients.js';
import { type NewSigner, type SendDetails } from '../domain/send-details.js';
import {
  type SendRecipientDto,
  type SendSignatureDto,
  type SendSignerDto,
} from './dto/send-signature.dto.js';

export function toSendDetails(body: SendSignatureDto): SendDetails {
  return {
    signers: body.signers.map(toNewSigner),
    recipients: toNewRecipients(body.recipients ?? []),
    subject: body.subject ?? '',
    messageContent: body.messageContent ?? '',
    senderName: body.senderName || null,
    expiresDate: toDeadline(body.expiresDate),
    scheduledDate: toDeadline(body.scheduledDate),
    ccOnComplete: body.ccOnComplete ?? [],
    requireVerification: body.requireVerification ?? false,
    categoryId: body.categoryId ?? null,
    remindEvery: body.remindEvery ?? null,
    allowHandOver: body.allowHandOver ?? false,
  };
}

function toNewSigner({ email, name, order, locale }: SendSignerDto): NewSigner {
  return { email, name: plainLine(name ?? '') || null, order: order ?? 0, locale: locale ?? null };
}

/** @throws AppError 400 `recipient_action_unknown`, `recipient_when_invalid` */
export function toNewRecipients(bodies: readonly SendRecipientDto[]): NewRecipient[] {
  const given = bodies.map(({ name, ...rest }) => ({ ...rest, name: plainLine(name ?? '') || null }));
  const faults = recipientFaults(given);
  if (faults.length > 0) throw refusedAll(faults);
  return given.map((each) => toNewRecipient(each)!);
}

const toDeadline = (text: string | undefined) => (text === undefined ? null : parseDeadline(text));
