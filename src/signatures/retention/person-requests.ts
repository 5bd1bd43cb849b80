import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ChainedEvent } from '../../audit-chain/audit-chain.js';
import { openingOf } from '../../audit-chain/signer-proofs.js';
import { isStorageLost } from '../../common/outages.js';
import { type PersonKey } from '../../common/person-key.js';
import { type ZipEntry } from '../../common/zip-stream.js';
import { FileStore, StoredFileError } from '../../platform/storage/file-store.js';
import { documentsInOrder, type DocumentWithFiles } from '../documents/request-documents.queries.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../documents/signature-document.entity.js';
import { reasonForSigners } from '../domain/cancellation.js';
import { FormFiles } from '../form/form-files.js';
import { type RequestForm, RequestForms } from '../form/request-forms.js';
import { getAnyRequest, signersOf } from '../live-request.queries.js';
import { type Recipient } from '../recipients/recipient.entity.js';
import { everyRecipientOf } from '../recipients/recipient.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit, toChainedEvent } from '../signature-audit.js';
import { type Signer } from '../signers/signer.entity.js';
import { fieldsOfSigner } from '../signers/signer.queries.js';
import { type PersonTraces, tracesOf } from './domain/person-traces.js';
import {
  findRequestsOf,
  type NamedRequest,
  namesOfRequests,
  type PersonRequest,
  pictureKeysOf,
} from './internal/person-requests.queries.js';

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** Exports a person's data in requests, as files of an archive. */
@Injectable()
export class PersonRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignatureAudit,
    private readonly files: FileStore,
    private readonly forms: RequestForms,
    private readonly formFiles: FormFiles,
  ) {}

  /** Ids of requests that may name the person. @param userIds - the person's as a member */
  async find(person: PersonKey, userIds: readonly number[]): Promise<number[]> {
    return (await findRequestsOf(this.dataSource.manager, person, userIds)).map(({ id }) => id);
  }

  /** The requests with the names of their documents, in the order of their ids. */
  names(organizationId: number, ids: readonly number[]): Promise<NamedRequest[]> {
    return namesOfRequests(this.dataSource.manager, organizationId, ids);
  }

  /** @param userIds - the person's as a member */
  async *entries(person: PersonKey, userIds: readonly number[]): AsyncGenerator<ZipEntry> {
    for (const found of await findRequestsOf(this.dataSource.manager, person, userIds))
      yield* this.entriesOf(person, found);
  }

  /** Contains nothing of other signers except what the documents show. */
  private async *entriesOf(
    { organizationId, email }: PersonKey,
    { id: signatureId, roles }: PersonRequest,
  ): AsyncGenerator<ZipEntry> {
    const { manager } = this.dataSource;
    const request = await getAnyRequest(manager, { organizationId, signatureId });
    const signers = await signersOf(manager, request);
    const trail = (await this.audit.trail(manager, organizationId, signatureId)).map(toChainedEvent);
    const recipients = await everyRecipientOf(manager, request);
    const traces = tracesOf(email, { signers, recipients }, trail);
    const own = signers.filter(({ id }) => traces.signerIds.includes(id));
    const isMentioned = trail.some((event) => traces.mentions(event));
    const isPart = roles.some((role) => role !== 'mentioned');
    // The search also finds longer addresses that contain this one.
    const documents = await documentsInOrder(manager, request);
    const texts = [...textsOf(request), ...documents.map(({ name }) => name)];
    if (!isPart && !isMentioned && !traces.words.isIn(texts)) return;
    const folder = `requests/${signatureId}`;
    const changedAt = request.updatedAt;
    const form = await this.forms.of(manager, request);
    const asSigner = await this.asSigner(manager, own, trail, form);
    const asRecipient = recipients.filter(({ id }) => traces.recipientIds.includes(id)).map(toExported);
    const copies = copiesTo(request, traces);
    const furtherDocuments = documents.slice(1).map(({ n, name }) => ({ n, name }));
    const several = furtherDocuments.length > 0 && { furtherDocuments };
    const facts = { ...factsOf(request), ...several, roles, copiesTo: copies, asSigner, asRecipient };
    yield { name: `${folder}/request.json`, bytes: json(facts), changedAt };
    yield { name: `${folder}/audit-trail.json`, bytes: json(shown(trail, traces)), changedAt };
    for (const document of documents)
      for (const kind of DOCUMENT_KINDS) yield* this.document(document, kind, folder);
    const pictures = await pictureKeysOf(manager, organizationId, traces.signerIds);
    for (const [index, key] of pictures.entries())
      yield await this.file(key, `${folder}/signature-${index + 1}.png`, changedAt);
    const given = await this.formFiles.ofRequest(manager, request);
    const ownFiles = given.filter(({ signerId }) => traces.signerIds.includes(signerId));
    for (const [index, { storageKey, reference, createdAt }] of ownFiles.entries()) {
      const extension = EXTENSIONS[reference.type] ?? 'pdf';
      yield await this.file(storageKey, `${folder}/file-${index + 1}.${extension}`, createdAt);
    }
  }

  private async asSigner(
    manager: EntityManager,
    signers: readonly Signer[],
    trail: readonly ChainedEvent[],
    form: RequestForm | null,
  ): Promise<object[]> {
    const all: object[] = [];
    for (const signer of signers) {
      const { id, email, name, order, locale, status, signedAt, rejectedAt } = signer;
      const { rejectionReason, mark, witnessName, verifiedName, fieldCertificate } = signer;
      const fields = await fieldsOfSigner(manager, signer);
      all.push({
        ...{
          id,
          email,
          name,
          order,
          locale,
          status,
          openedAt: openingOf(trail, id)?.createdAt ?? null,
          signedAt,
          rejectedAt,
        },
        ...{ rejectionReason, mark, witnessName, verifiedName },
        certificate: fieldCertificate?.toString('base64') ?? null,
        fields: fields.map(({ kind, document, page, label, value }) => ({
          kind,
          ...(document > 1 && { document }),
          page,
          label,
          value,
        })),
        ...(form && { form: filledInBy(form, id) }),
      });
    }
    return all;
  }

  private async *document(
    { n, extension: own, files }: DocumentWithFiles,
    kind: DocumentKind,
    folder: string,
  ): AsyncGenerator<ZipEntry> {
    const file = files[kind];
    if (!file) return;
    const { mimeType, storageKey, createdAt } = file;
    const extension = mimeType === 'application/pdf' ? 'pdf' : (EXTENSIONS[mimeType] ?? own);
    const name = n === 1 ? kind : `document-${n}-${kind}`;
    yield await this.file(storageKey, `${folder}/${name}.${extension.replace(/\W/g, '')}`, createdAt);
  }

  /** A lost file does not stop the others: the archive has a note in its place. */
  private async file(key: string, name: string, changedAt: Date): Promise<ZipEntry> {
    try {
      return { name, bytes: await this.files.get(key), changedAt };
    } catch (error) {
      if (!(error instanceof StoredFileError) || isStorageLost(error)) throw error;
      return { name: `${name}.missing.txt`, bytes: Buffer.from(`${error.message}\n`), changedAt };
    }
  }
}

/** What the signer filled in, by the keys of the form. */
function filledInBy({ definition, roles, values }: RequestForm, signerId: number): object[] {
  const role = roles.get(signerId);
  return definition.fields
    .filter((field) => role !== undefined && field.role === role && values.has(field.key))
    .map(({ key, kind, label }) => ({ key, kind, label, value: values.get(key) }));
}

/** What is kept of the person as somebody who does not sign. */
function toExported({
  id,
  email,
  name,
  locale,
  action,
  order,
  status,
  toldAt,
  actedAt,
  rejectionReason,
  removedAt,
}: Recipient): object {
  return { id, email, name, locale, action, order, status, toldAt, actedAt, rejectionReason, removedAt };
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const textsOf = (request: Signature) => {
  const { senderName, subject, messageContent, originalDocumentName, cancellationReason } = request;
  return [senderName, subject, messageContent, originalDocumentName, cancellationReason ?? ''];
};

function factsOf(request: Signature): object {
  const { id, type, status, senderName, subject, messageContent, originalDocumentName } = request;
  const { dateSent, expiresDate, createdAt, updatedAt, deletedAt } = request;
  const texts = { senderName, subject, messageContent, originalDocumentName };
  const cancellationReason = reasonForSigners(request);
  return {
    id,
    type,
    status,
    ...texts,
    dateSent,
    expiresDate,
    createdAt,
    updatedAt,
    deletedAt,
    cancellationReason,
  };
}

const copiesTo = ({ ccOnComplete }: Signature, { words }: PersonTraces) =>
  ccOnComplete.filter((address) => words.isIn(address));

/** Events that concern nobody in particular or the person in full, and only the chain facts of the others. */
function shown(trail: readonly ChainedEvent[], traces: PersonTraces): object[] {
  return trail.map((event) => {
    const isNobodys = event.signerId === null && event.data.recipientId === undefined;
    if (isNobodys || traces.mentions(event)) return event;
    const { number, type, createdAt, previous, hash } = event;
    return { number, type, createdAt, previous, hash };
  });
}
