import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findMember } from '../../organizations/account.queries.js';
import { organizationName } from '../../organizations/organization.queries.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type MailMessage, type MailModel } from '../../platform/mail/mail-models.js';
import { type Statement } from '../../platform/templates/statement.js';
import { OPEN_STATUSES } from '../../signatures/domain/signature.state.js';
import { findLiveRequest } from '../../signatures/live-request.queries.js';
import { findSealFailure } from '../../signatures/seal-failures.queries.js';
import { SEAL_FAILED_MAIL } from '../../signatures/signature-mail.kinds.js';

/** Sent to the organization's owner after three failed attempts to seal a document that everyone has signed. */
interface SealFailedModel extends MailModel {
  organizationId: number;
  signatureId: number;
  documentName: string;
  cause: Statement;
  remedy: Statement;
  /** As in the log. */
  message: string;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    'seal-failed': SealFailedModel;
  }
}

type SealFailedIds = { signatureId: number; userId: number };

/** No mail is sent if the document has been sealed or the request has ended meanwhile. */
@Injectable()
export class SealFailedMailComposer implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
  ) {}

  onModuleInit(): void {
    this.composers.register({
      kind: SEAL_FAILED_MAIL,
      compose: (ids: SealFailedIds, organizationId) => this.compose(ids, organizationId),
    });
  }

  private async compose(
    { signatureId, userId }: SealFailedIds,
    organizationId: number,
  ): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const key = { organizationId, signatureId };
    const request = await findLiveRequest(manager, key, { statuses: OPEN_STATUSES });
    const failure = await findSealFailure(manager, key);
    const owner = await findMember(manager, organizationId, userId);
    if (!request || !failure || !owner) return null;
    const { cause, message } = failure;
    const model = {
      organizationName: await organizationName(manager, organizationId),
      recipientName: null,
      ...key,
      documentName: request.originalDocumentName,
      cause: { key: `mail.seal-failed.cause.${cause}` },
      remedy: { key: `mail.seal-failed.remedy.${cause}` },
      message,
    };
    return { to: owner.email, template: 'seal-failed', model };
  }
}
