import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type MailComposer } from '../../platform/mail/mail-composer.port.js';
import { MailComposers } from '../../platform/mail/mail-composers.js';
import { type AskingModel, type MailAttachment, type MailMessage } from '../../platform/mail/mail-models.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { fileNameOf } from '../documents/document-download.service.js';
import { documentsInOrder, type StoredFile } from '../documents/request-documents.queries.js';
import { type DocumentKind } from '../documents/signature-document.entity.js';
import { findLiveRequest, getAnyRequest, signersOf } from '../live-request.queries.js';
import { recipientsOf } from '../recipients/recipient.queries.js';
import { findRequestAsker } from '../request-asker.js';
import { RequestLifecycle } from '../request-lifecycle.js';
import { type Signature } from '../signature.entity.js';
import { COMPLETED_MAIL } from '../signature-mail.kinds.js';
import { type RecipientIds, recipientOf } from './recipient.js';

/** To each signer and each address of `ccOnComplete`. */
interface CompletedModel extends AskingModel {
  documentName: string;
  /** Names; addresses of signers without a name. */
  signers: string[];
  /** The signed documents are attached. If they are too large for mail, it names who holds them. */
  hasCopy: boolean;
  /** The certificate of completion is attached. */
  hasCertificate: boolean;
}

declare module '../../platform/mail/mail-models.js' {
  interface MailModels {
    completed: CompletedModel;
  }
}

/** Base64 adds a third; most mail servers accept that. */
const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** Notifies signers and ccOnComplete that a request is complete, with copies of the documents and their certificate. */
@Injectable()
export class CompletedMailComposer implements MailComposer<RecipientIds>, OnModuleInit {
  readonly kind = COMPLETED_MAIL;

  constructor(
    private readonly dataSource: DataSource,
    private readonly composers: MailComposers,
    private readonly files: FileStore,
    private readonly lifecycle: RequestLifecycle,
  ) {}

  onModuleInit(): void {
    this.composers.register(this);
  }

  async compose(ids: RecipientIds, organizationId: number): Promise<MailMessage | null> {
    const { manager } = this.dataSource;
    const key = { organizationId, signatureId: ids.signatureId };
    const signature = await findLiveRequest(manager, key, { statuses: ['completed'] });
    if (!signature) return null;
    const signers = await signersOf(manager, signature);
    const recipients = await recipientsOf(manager, signature);
    const recipient = recipientOf(ids, signature, signers, recipients);
    if (!recipient) return null;
    const { replyTo, ...asker } = await findRequestAsker(manager, signature);
    const copies = await this.copiesOf(signature);
    const model = {
      ...asker,
      recipientName: recipient.name,
      documentName: signature.originalDocumentName,
      signers: signers.map(({ name, email }) => name ?? email),
      hasCopy: copies.documents.length > 0,
      hasCertificate: copies.certificate !== null,
    };
    return {
      template: 'completed',
      model,
      to: recipient.email,
      locale: recipient.locale,
      fromName: signature.senderName,
      replyTo,
      attachments: [...copies.documents, ...(copies.certificate ? [copies.certificate] : [])],
    };
  }

  /** Who was to be told of nothing but the end has been told now. */
  async accepted(
    tx: EntityManager,
    ids: RecipientIds,
    _reply: string,
    organizationId: number,
  ): Promise<void> {
    if (!('recipientId' in ids)) return;
    const key = { organizationId, signatureId: ids.signatureId };
    const request = await getAnyRequest(tx, key, { lock: true });
    const recipient = (await recipientsOf(tx, request)).find(({ id }) => id === ids.recipientId);
    if (recipient?.action !== 'copy' || recipient.status !== 'pending') return;
    await this.lifecycle.acknowledge(tx, request, recipient, 'told', {});
  }

  /** All signed documents and their certificate, unless they are too large for one mail. */
  private async copiesOf(signature: Signature) {
    const documents = await documentsInOrder(this.dataSource.manager, signature);
    const signed = documents.flatMap(({ name, files }) =>
      files.signed ? [{ name, file: files.signed }] : [],
    );
    const sizeBytes = signed.reduce((sum, { file }) => sum + file.sizeBytes, 0);
    const isRoom = sizeBytes <= MAX_ATTACHMENT_BYTES;
    const copies: MailAttachment[] = [];
    for (const { name, file } of isRoom ? signed : [])
      copies.push(await this.attachment(name, 'signed', file));
    const room = MAX_ATTACHMENT_BYTES - (isRoom ? sizeBytes : 0);
    const { certificate } = documents[0]!.files;
    const isCertified = certificate && certificate.sizeBytes <= room;
    const name = signature.originalDocumentName;
    return {
      documents: copies,
      certificate: isCertified ? await this.attachment(name, 'certificate', certificate) : null,
    };
  }

  private async attachment(name: string, kind: DocumentKind, file: StoredFile): Promise<MailAttachment> {
    const content = await this.files.get(file.storageKey);
    return { fileName: fileNameOf(name, kind, 'pdf'), mimeType: file.mimeType, content };
  }
}
