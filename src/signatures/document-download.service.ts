import { Injectable } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { Downloads } from '../platform/storage/downloads.service.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { getDraft, getLiveRequest, type RequestKey } from './live-request.queries.js';
import { SignatureAudit } from './signature-audit.service.js';
import { type DocumentKind, type SignatureDocument } from './signature-document.entity.js';
import { findDocument } from './signature-document.queries.js';
import { type Signature } from './signature.entity.js';
import { documentNotFound, documentRemoved } from './signature.errors.js';

export interface DocumentFile {
  bytes: Buffer;
  mimeType: string;
  fileName: string;
}

/** A document that is there, before it is loaded. */
export interface LocatedDocument {
  request: Signature;
  document: SignatureDocument;
}

/** Loads the bytes of a document; the reader says how much memory there is for it. */
type Load = (document: SignatureDocument, read: () => Promise<Buffer>) => Promise<Buffer>;

/** Not available before the request is completed. */
const WHEN_COMPLETED: readonly DocumentKind[] = ['signed', 'certificate'];
const SUFFIXES: Partial<Record<DocumentKind, string>> = { signed: '-signed', certificate: '-certificate' };

/** Serves a request's documents and records each download. */
@Injectable()
export class DocumentDownloadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * Loads a document that is sent in `reply`.
   * @throws AppError 404 if there is no such request, or no such document yet; 429 or 503 for too many downloads
   */
  async download(
    caller: Caller,
    signatureId: number,
    kind: DocumentKind,
    reply: FastifyReply,
  ): Promise<DocumentFile> {
    return this.load(caller, await this.locate(caller.organizationId, signatureId, kind), reply);
  }

  /** What `load` would load. Nothing is recorded. @throws AppError 404, as `download` */
  async locate(organizationId: number, signatureId: number, kind: DocumentKind): Promise<LocatedDocument> {
    const request = await getLiveRequest(this.dataSource.manager, { organizationId, signatureId });
    return { request, document: await this.find(request, kind) };
  }

  /** @throws AppError 429 or 503 for too many downloads */
  load(caller: Caller, located: LocatedDocument, reply: FastifyReply): Promise<DocumentFile> {
    return this.read(caller, located, (document, read) => this.downloads.load(reply, document, read));
  }

  /**
   * Loads a document for an answer whose memory is counted as a whole.
   * @throws AppError 404, as `download`
   */
  async readPart(caller: Caller, signatureId: number, kind: DocumentKind): Promise<DocumentFile> {
    const located = await this.locate(caller.organizationId, signatureId, kind);
    return this.read(caller, located, (_document, read) => read());
  }

  private async read(
    caller: Caller,
    { request, document }: LocatedDocument,
    load: Load,
  ): Promise<DocumentFile> {
    const { organizationId, id: signatureId } = request;
    const { kind, mimeType } = document;
    const bytes = await load(document, () => this.files.get(document.storageKey));
    const data = { document: kind, ...callFacts(caller) };
    await this.transactions.run((tx) =>
      this.audit.record(tx, { organizationId, signatureId, type: 'downloaded', data }),
    );
    const extension = mimeType === 'application/pdf' ? 'pdf' : request.originalDocumentExtension;
    return { bytes, mimeType, fileName: fileNameOf(request.originalDocumentName, kind, extension) };
  }

  /**
   * A sealed document, to be checked here. Nothing is recorded: it does not leave the service.
   * @throws AppError 404 if there is no such request, or it is not completed; 429 or 503 as `download`
   */
  async toCheck(key: RequestKey, kind: 'signed' | 'certificate', reply: FastifyReply): Promise<Buffer> {
    const document = await this.find(await getLiveRequest(this.dataSource.manager, key), kind);
    return this.downloads.load(reply, document, () => this.files.get(document.storageKey));
  }

  /**
   * The PDF that signers will read, for the member who prepares the draft. Nothing is recorded: nobody has it to sign yet.
   * @throws AppError 400 `not_a_draft`; 404 if there is no such request, or no document yet; 429 or 503 as `download`
   */
  async ofDraft(key: RequestKey, reply: FastifyReply): Promise<DocumentFile> {
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, key);
    const document = await this.find(draft, 'presented');
    const bytes = await this.downloads.load(reply, document, () => this.files.get(document.storageKey));
    const fileName = fileNameOf(draft.originalDocumentName, 'presented', 'pdf');
    return { bytes, mimeType: document.mimeType, fileName };
  }

  private async find(request: Signature, kind: DocumentKind): Promise<SignatureDocument> {
    if (WHEN_COMPLETED.includes(kind) && request.status !== 'completed') throw documentNotFound();
    const document = await findDocument(this.dataSource.manager, request, kind);
    if (document) return document;
    throw request.contentsRemovedAt ? documentRemoved(request.contentsRemovedAt) : documentNotFound();
  }
}

/** `Lease.pdf` is downloaded as `Lease.pdf` and, once completed, as `Lease-signed.pdf` and `Lease-certificate.pdf`. */
export function fileNameOf(documentName: string, kind: DocumentKind, extension: string): string {
  const base = documentName.toLowerCase().endsWith(`.${extension}`)
    ? documentName.slice(0, -extension.length - 1)
    : documentName;
  return `${base}${SUFFIXES[kind] ?? ''}.${extension}`;
}
