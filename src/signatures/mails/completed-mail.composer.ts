import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { Organization } from '../../organizations/organization.entity.js';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.service.js';
import { type MailMessage } from '../../platform/mail/mail-models.js';
import { DEFAULT_LOCALE } from '../../platform/templates/locales.js';
import { Signature } from '../signature.entity.js';
import { COMPLETED_MAIL } from '../signature-mail.kinds.js';
import { signersOf } from '../signature-lock.js';
import { type Signer } from '../signer.entity.js';

/** Of a signer, or of an address of ccOnComplete. */
export type CompletedIds =
  { signatureId: number; signerId: number } | { signatureId: number; ccIndex: number };

interface Recipient {
  email: string;
  name: string | null;
}

/** Tells everybody who should know that a request is complete. */
@Injectable()
export class CompletedMailComposer implements MailComposer<CompletedIds>, OnModuleInit {
  readonly kind = COMPLETED_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(ids: CompletedIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const where = { id: ids.signatureId, organizationId, status: 'completed', deletedAt: IsNull() } as const;
    const signature = await manager.findOneBy(Signature, where);
    if (!signature) return null;
    const signers = await signersOf(manager, signature);
    const recipient = recipientOf(ids, signature, signers);
    if (!recipient) return null;
    const { name: organizationName } = await manager.findOneByOrFail(Organization, { id: organizationId });
    const model = {
      organizationName,
      recipientName: recipient.name,
      senderName: signature.senderName,
      documentName: signature.originalDocumentName,
      signers: signers.map(({ name, email }) => name ?? email),
      url: null,
    };
    return {
      template: 'completed',
      model,
      to: recipient.email,
      locale: DEFAULT_LOCALE,
      fromName: signature.senderName,
    };
  }
}

function recipientOf(ids: CompletedIds, signature: Signature, signers: Signer[]): Recipient | undefined {
  if ('signerId' in ids) return signers.find(({ id }) => id === ids.signerId);
  const email = signature.ccOnComplete[ids.ccIndex];
  return email === undefined ? undefined : { email, name: null };
}
