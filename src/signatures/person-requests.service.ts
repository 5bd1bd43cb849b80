import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ChainedEvent } from '../audit-chain/audit-chain.js';
import { openingOf } from '../audit-chain/signer-proofs.js';
import { isStorageLost } from '../common/outages.js';
import { type ZipEntry } from '../common/zip-stream.js';
import { FileStore, StoredFileError } from '../platform/storage/file-store.service.js';
import { type PersonTraces, tracesOf } from './domain/person-traces.js';
import { getAnyRequest, signersOf } from './live-request.queries.js';
import {
  findRequestsOf,
  type PersonKey,
  type PersonRequest,
  pictureKeysOf,
} from './person-requests.queries.js';
import { SignatureAudit, toChainedEvent } from './signature-audit.service.js';
import { findDocument } from './signature-document.queries.js';
import { DOCUMENT_KINDS, type DocumentKind } from './signature-document.entity.js';
import { fieldsOfSigner } from './signer.queries.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signer.entity.js';

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** What requests have of a person, as files of an archive. */
@Injectable()
export class PersonRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: SignatureAudit,
    private readonly files: FileStore,
  ) {}

  /** Ids of requests that may name the person. @param userIds - the person's as a member */
  async find(person: PersonKey, userIds: readonly number[]): Promise<number[]> {
    return (await findRequestsOf(this.dataSource.manager, person, userIds)).map(({ id }) => id);
  }

  /** @param userIds - the person's as a member */
  async *entries(person: PersonKey, userIds: readonly number[]): AsyncGenerator<ZipEntry> {
    for (const found of await findRequestsOf(this.dataSource.manager, person, userIds))
      yield* this.entriesOf(person, found);
  }

  /** Of other signers there is nothing but what the documents show. */
  private async *entriesOf(
    { organizationId, email }: PersonKey,
    { id: signatureId, roles }: PersonRequest,
  ): AsyncGenerator<ZipEntry> {
    const { manager } = this.dataSource;
    const request = await getAnyRequest(manager, { organizationId, signatureId });
    const signers = await signersOf(manager, request);
    const trail = (await this.audit.trail(manager, organizationId, signatureId)).map(toChainedEvent);
    const traces = tracesOf(email, signers, trail);
    const own = signers.filter(({ id }) => traces.signerIds.includes(id));
    const isMentioned = trail.some((event) => traces.mentions(event));
    const isPart = roles.some((role) => role !== 'mentioned');
    // The search also finds longer addresses that contain this one.
    if (!isPart && !isMentioned && !traces.words.isIn(textsOf(request))) return;
    const folder = `requests/${signatureId}`;
    const changedAt = request.updatedAt;
    const asSigner = await this.asSigner(manager, own, trail);
    const facts = { ...factsOf(request), roles, copiesTo: copiesTo(request, traces), asSigner };
    yield { name: `${folder}/request.json`, bytes: json(facts), changedAt };
    yield { name: `${folder}/audit-trail.json`, bytes: json(shown(trail, traces)), changedAt };
    for (const kind of DOCUMENT_KINDS) yield* this.document(request, kind, folder);
    const pictures = await pictureKeysOf(manager, organizationId, traces.signerIds);
    for (const [index, key] of pictures.entries())
      yield await this.file(key, `${folder}/signature-${index + 1}.png`, changedAt);
  }

  private async asSigner(
    manager: EntityManager,
    signers: readonly Signer[],
    trail: readonly ChainedEvent[],
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
        fields: fields.map(({ kind, page, label, value }) => ({ kind, page, label, value })),
      });
    }
    return all;
  }

  private async *document(request: Signature, kind: DocumentKind, folder: string): AsyncGenerator<ZipEntry> {
    const document = await findDocument(this.dataSource.manager, request, kind);
    if (!document) return;
    const { mimeType, storageKey, createdAt } = document;
    const extension =
      mimeType === 'application/pdf' ? 'pdf' : (EXTENSIONS[mimeType] ?? request.originalDocumentExtension);
    yield await this.file(storageKey, `${folder}/${kind}.${extension.replace(/\W/g, '')}`, createdAt);
  }

  /** A file that is lost does not keep the others back: the archive says so in its place. */
  private async file(key: string, name: string, changedAt: Date): Promise<ZipEntry> {
    try {
      return { name, bytes: await this.files.get(key), changedAt };
    } catch (error) {
      if (!(error instanceof StoredFileError) || isStorageLost(error)) throw error;
      return { name: `${name}.missing.txt`, bytes: Buffer.from(`${error.message}\n`), changedAt };
    }
  }
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const textsOf = ({ senderName, subject, messageContent, originalDocumentName }: Signature) => [
  senderName,
  subject,
  messageContent,
  originalDocumentName,
];

function factsOf(request: Signature): object {
  const { id, type, status, senderName, subject, messageContent, originalDocumentName } = request;
  const { dateSent, expiresDate, createdAt, updatedAt, deletedAt } = request;
  const texts = { senderName, subject, messageContent, originalDocumentName };
  return { id, type, status, ...texts, dateSent, expiresDate, createdAt, updatedAt, deletedAt };
}

const copiesTo = ({ ccOnComplete }: Signature, { words }: PersonTraces) =>
  ccOnComplete.filter((address) => words.isIn(address));

/** Events that concern nobody in particular or the person; of the others the place in the chain is enough. */
function shown(trail: readonly ChainedEvent[], traces: PersonTraces): object[] {
  return trail.map((event) => {
    if (event.signerId === null || traces.mentions(event)) return event;
    const { number, type, createdAt, previous, hash } = event;
    return { number, type, createdAt, previous, hash };
  });
}
