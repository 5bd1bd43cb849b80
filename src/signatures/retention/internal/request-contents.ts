import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type ChainedEvent } from '../../../audit-chain/audit-chain.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { type MailReason, MailTransport } from '../../../platform/mail/mail-transport.port.js';
import { FileDeletions } from '../../../platform/storage/file-deletions.js';
import { type DocumentKind } from '../../documents/signature-document.entity.js';
import { type Signature } from '../../signature.entity.js';
import { SignatureAudit } from '../../signature-audit.js';
import {
  eraseFromRequest,
  eraseRecipients,
  eraseSigners,
  givenKeysOf,
  mailIdsOf,
  pictureKeysOf,
  type RequestTexts,
  takeDocuments,
} from './person-requests.queries.js';

/** The contents to remove from a request. */
interface Taken {
  /** The person to remove, by `emailKey`; null for everybody. */
  email: string | null;
  signerIds: readonly number[];
  recipientIds: readonly number[];
  kinds: readonly DocumentKind[];
  /** The request's new texts. */
  texts: RequestTexts;
  trail: readonly ChainedEvent[];
  /** The data left of events, by event number. */
  remains: ReadonlyMap<number, ChainedEvent['data']>;
  /** Further facts for the tombstone, in addition to the erased events. */
  facts?: Record<string, unknown>;
}

/** Removes files, texts and personal data in events from ended requests. */
@Injectable()
export class RequestContents {
  constructor(
    private readonly audit: SignatureAudit,
    private readonly deletions: FileDeletions,
    private readonly mails: MailTransport,
    private readonly events: EventBus,
  ) {}

  /**
   * Deletes kept mails before the rows, so the next call finishes what a crash interrupted. Files are deleted after
   * the commit. The caller holds the lock.
   */
  async take(tx: EntityManager, { id: signatureId, organizationId }: Signature, taken: Taken): Promise<void> {
    const { email, signerIds, recipientIds, kinds, texts, trail, remains, facts } = taken;
    const whom = { organizationId, email };
    const pictures = await pictureKeysOf(tx, organizationId, signerIds);
    const given = await givenKeysOf(tx, organizationId, signerIds);
    const documents = await takeDocuments(tx, organizationId, signatureId, kinds);
    const keys = [...new Set([...documents, ...pictures, ...given])];
    await this.mails.erase(organizationId, await this.mailsAbout(tx, organizationId, signatureId));
    await eraseSigners(tx, whom, signatureId, signerIds);
    await eraseRecipients(tx, organizationId, signatureId, recipientIds);
    await eraseFromRequest(tx, whom, signatureId, texts);
    await this.audit.erase(tx, { organizationId, signatureId }, { trail, remains, facts });
    await this.events.publish(tx, {
      type: 'signature.data_erased',
      organizationId,
      data: { id: signatureId },
    });
    await this.deletions.add(tx, organizationId, keys, { kind: 'signature', id: signatureId });
  }

  /** Finds all mails about a request, since each may name anyone. */
  private async mailsAbout(tx: EntityManager, organizationId: number, signatureId: number) {
    const { signerIds, linkIds, recipientIds, recipientLinkIds } = await mailIdsOf(
      tx,
      organizationId,
      signatureId,
    );
    const about = new Map<string, unknown[]>([
      ['signatureId', [signatureId]],
      ['signerId', signerIds],
      ['linkId', linkIds],
      ['recipientId', recipientIds],
      ['recipientLinkId', recipientLinkIds],
    ]);
    return ({ kind, ids }: MailReason) =>
      /^sign(?:ature|ing)\./.test(kind) &&
      Object.entries(ids).some(([name, id]) => about.get(name)?.includes(id));
  }
}
