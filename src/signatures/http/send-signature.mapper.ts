import { plainLine } from '../../common/plain-line.js';
import { parseDeadline } from '../../common/timestamps.js';
import { type NewSigner, type SendDetails } from '../domain/send-details.js';
import { type SendSignatureDto, type SendSignerDto } from './dto/send-signature.dto.js';

export function toSendDetails(body: SendSignatureDto): SendDetails {
  return {
    signers: body.signers.map(toNewSigner),
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

const toDeadline = (text: string | undefined) => (text === undefined ? null : parseDeadline(text));
