import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { emailKey } from '../../common/validation/email.decorator.js';
import { DataFormat } from '../../platform/processes/data-format.js';
import { type NewRecipient } from '../domain/new-recipients.js';
import { type Signature } from '../signature.entity.js';
import { Recipient } from './recipient.entity.js';
import { recipientsOf } from './recipient.queries.js';
import { RecipientLinks } from './recipient-links.js';

/** The version of the data format that knows those who do not sign. */
export const RECIPIENTS_VERSION = 3;

/** Adds those who do not sign to requests. */
@Injectable()
export class RequestRecipients {
  constructor(
    private readonly links: RecipientLinks,
    private readonly dataFormat: DataFormat,
  ) {}

  /** To be called before `tx` locks anything. @throws AppError 400 `processes_outdated` */
  async prepare(tx: EntityManager, recipients: readonly NewRecipient[]): Promise<void> {
    if (recipients.length > 0) await this.dataFormat.requireUnderstood(tx, RECIPIENTS_VERSION);
  }

  /** Adds them with their links. The caller holds the request's lock. @returns everybody added, in their order */
  async add(
    tx: EntityManager,
    { organizationId, id: signatureId }: Pick<Signature, 'organizationId' | 'id'>,
    recipients: readonly NewRecipient[],
    { addedLater }: Pick<Recipient, 'addedLater'>,
  ): Promise<Recipient[]> {
    if (recipients.length === 0) return [];
    const rows = recipients.map((each) => ({
      ...each,
      ...{ organizationId, signatureId, emailKey: emailKey(each.email), addedLater },
    }));
    await tx.insert(Recipient, rows);
    const all = await recipientsOf(tx, { organizationId, id: signatureId });
    const added = all.slice(-rows.length);
    await this.links.issue(tx, added);
    return added;
  }
}
