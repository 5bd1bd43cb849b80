import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { FileStore } from '../platform/storage/file-store.service.js';
import { SignatureAudit } from './signature-audit.service.js';
import { type DocumentKind, SignatureDocument } from './signature-document.entity.js';
import { Signature } from './signature.entity.js';
import { documentNotFound, signatureNotFound } from './signature.errors.js';

export interface DocumentFile {
  bytes: Buffer;
  mimeType: string;
  fileName: string;
}

/** Nobody gets these before the request is completed. */
const WHEN_COMPLETED: readonly DocumentKind[] = ['signed', 'certificate'];
const SUFFIXES: Partial<Record<DocumentKind, string>> = { signed: '-signed', certificate: '-certificate' };

/** Gives back the document as it came and as it was completed, and the certificate of that. */
@Injectable()
export class DocumentDownloadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly files: FileStore,
    private readonly audit: SignatureAudit,
  ) {}

  /** @throws AppError 404 where there is no such request, or no such document yet */
  async download(caller: Principal, id: number, kind: DocumentKind): Promise<DocumentFile> {
    const { organizationId } = caller;
    const signature = await this.dataSource.manager.findOneBy(Signature, {
      id,
      organizationId,
      deletedAt: IsNull(),
    });
    if (!signature) throw signatureNotFound();
    if (WHEN_COMPLETED.includes(kind) && signature.status !== 'completed') throw documentNotFound();
    const document = await this.dataSource.manager.findOneBy(SignatureDocument, {
      signatureId: id,
      organizationId,
      kind,
    });
    if (!document) throw documentNotFound();
    const bytes = await this.files.get(document.storageKey);
    await this.transactions.run((tx) =>
      this.audit.record(tx, {
        organizationId,
        signatureId: id,
        type: 'downloaded',
        data: { document: kind, ...callFacts(caller) },
      }),
    );
    const extension = document.mimeType === 'application/pdf' ? 'pdf' : signature.originalDocumentExtension;
    return {
      bytes,
      mimeType: document.mimeType,
      fileName: fileNameOf(signature.originalDocumentName, kind, extension),
    };
  }
}

/** `Lease.pdf` is downloaded as `Lease.pdf` and, completed, as `Lease-signed.pdf`, with `Lease-certificate.pdf`. */
export function fileNameOf(documentName: string, kind: DocumentKind, extension: string): string {
  const base = documentName.toLowerCase().endsWith(`.${extension}`)
    ? documentName.slice(0, -extension.length - 1)
    : documentName;
  return `${base}${SUFFIXES[kind] ?? ''}.${extension}`;
}
