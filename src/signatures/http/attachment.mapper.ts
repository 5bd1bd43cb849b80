import { type Attachment } from '../form/attachments.js';
import { type AttachmentDto, type AttachmentListDto } from './dto/attachment.dto.js';

export const toAttachments = (all: readonly Attachment[]): AttachmentListDto => ({
  items: all.map(toAttachment),
});

function toAttachment({ file, signer, signedAt }: Attachment): AttachmentDto {
  const { id, fieldKey: key, reference } = file;
  const { name, type, bytes, sha256 } = reference;
  const by = { signerId: signer.id, signerEmail: signer.email };
  return { id, key, ...by, name, type, bytes, sha256, signedAt: signedAt.toISOString() };
}
