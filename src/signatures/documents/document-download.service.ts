import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller, callFacts } from '../../auth/principal.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { Attachments } from '../form/attachments.js';
import { MemberActions } from '../internal/member-actions.js';
import { documentNotFound, documentRemoved } from '../internal/signature.errors.js';
import { getDraft, getLiveRequest, getShownRequest, type RequestKey } from '../live-request.queries.js';
import { type Signature } from '../signature.entity.js';
import { SignatureAudit } from '../signature-audit.js';
import {
  findFile,
  findRequestDocument,
  type RequestDocument,
  type StoredFile,
} from './request-documents.queries.js';
import { type DocumentKind } from './signature-document.entity.js';

export interface DocumentFile {
  bytes: Buffer;
  mimeType: string;
  fileName: string;
}

/** An existing document, before it is loaded. */
export interface LocatedDocument {
  request: Signature;
  /** Which of the request's documents it is a file of. */
  own: RequestDocument;
  document: StoredFile;
}

/** Loads the bytes of a document within the memory available for it. */
type Load = (document: StoredFile, read: () => Promise<Buffer>) => Promise<Buffer>;

/** Available only once the request is completed. */
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
    private readonly actions: MemberActions,
    private readonly attachments: Attachments,
  ) {}

  /**
   * Loads a document for a member, to be sent as `answer`, also of a cancelled request that is kept.
   * @param n - number of the document, from 1
   * @throws AppError 404 if there is no such request, or no such document yet; 429 or 503 if there are too many
   * downloads
   */
  async download(
    caller: Caller,
    signatureId: number,
    kind: DocumentKind,
    answer: OpenAnswer,
    n = 1,
  ): Promise<DocumentFile> {
    const { organizationId } = caller;
    return this.actions.recorded(
      caller,
      async () => {
        const request = await getShownRequest(this.dataSource.manager, { organizationId, signatureId });
        return this.load(caller, await this.find(request, kind, n), answer);
      },
      () => ({ type: 'document_downloaded', signatureId, data: { document: kind } }),
    );
  }

  /**
   * Loads a file that a signer gave into the form, for a member, to be sent as `answer`; also of a cancelled request that is
   * kept.
   * @throws AppError 404 for an unknown request or file; 429 or 503 if there are too many downloads
   */
  async attachment(
    caller: Caller,
    signatureId: number,
    fileId: number,
    answer: OpenAnswer,
  ): Promise<DocumentFile> {
    const { organizationId } = caller;
    return this.actions.recorded(
      caller,
      async () => {
        const request = await getShownRequest(this.dataSource.manager, { organizationId, signatureId });
        return this.attachments.load(caller, request, fileId, answer);
      },
      () => ({ type: 'document_downloaded', signatureId, data: { document: 'attachment', id: fileId } }),
    );
  }

  /**
   * Finds the document for `load` without recording anything.
   * @param n - number of the document, from 1
   * @throws AppError 404, as `download`
   */
  async locate(
    organizationId: number,
    signatureId: number,
    kind: DocumentKind,
    n = 1,
  ): Promise<LocatedDocument> {
    const request = await getLiveRequest(this.dataSource.manager, { organizationId, signatureId });
    return this.find(request, kind, n);
  }

  /** @throws AppError 429 or 503 if there are too many downloads */
  load(caller: Caller, located: LocatedDocument, answer: OpenAnswer): Promise<DocumentFile> {
    return this.read(caller, located, (document, read) => this.downloads.load(answer, document, read));
  }

  /**
   * Loads a document as part of a response whose memory is counted as a whole.
   * @throws AppError 404, as `download`
   */
  async readPart(caller: Caller, signatureId: number, kind: DocumentKind, n = 1): Promise<DocumentFile> {
    const located = await this.locate(caller.organizationId, signatureId, kind, n);
    return this.read(caller, located, (_document, read) => read());
  }

  private async read(
    caller: Caller,
    { request, own, document }: LocatedDocument,
    load: Load,
  ): Promise<DocumentFile> {
    const { organizationId, id: signatureId } = request;
    const { kind, mimeType } = document;
    const bytes = await load(document, () => this.files.get(document.storageKey));
    const data = { document: kind, ...(own.n > 1 && { n: own.n }), ...callFacts(caller) };
    await this.transactions.run((tx) =>
      this.audit.record(tx, { organizationId, signatureId, type: 'downloaded', data }),
    );
    const extension = mimeType === 'application/pdf' ? 'pdf' : own.extension;
    return { bytes, mimeType, fileName: fileNameOf(own.name, kind, extension) };
  }

  /**
   * Loads a sealed document for a member to check it here. Not recorded, since it does not leave the service.
   * @throws AppError 404 if there is no such request, or it is not completed; 429 or 503 as `download`
   */
  async toCheck(key: RequestKey, kind: 'signed' | 'certificate', answer: OpenAnswer): Promise<Buffer> {
    const { document } = await this.find(await getShownRequest(this.dataSource.manager, key), kind);
    return this.downloads.load(answer, document, () => this.files.get(document.storageKey));
  }

  /**
   * A PDF that signers will read, for the member preparing the draft. Not recorded, since it has not been sent yet.
   * @param n - number of the document, from 1
   * @throws AppError 400 `not_a_draft`; 404 if there is no such request, or no document yet; 429 or 503 as `download`
   */
  async ofDraft(key: RequestKey, answer: OpenAnswer, n = 1): Promise<DocumentFile> {
    const { manager } = this.dataSource;
    const draft = await getDraft(manager, key);
    const { own, document } = await this.find(draft, 'presented', n);
    const bytes = await this.downloads.load(answer, document, () => this.files.get(document.storageKey));
    const fileName = fileNameOf(own.name, 'presented', 'pdf');
    return { bytes, mimeType: document.mimeType, fileName };
  }

  private async find(request: Signature, kind: DocumentKind, n = 1): Promise<LocatedDocument> {
    if (WHEN_COMPLETED.includes(kind) && request.status !== 'completed') throw documentNotFound();
    const { manager } = this.dataSource;
    const own = await findRequestDocument(manager, request, n);
    const document = own && (await findFile(manager, request, own, kind));
    if (document) return { request, own, document };
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
