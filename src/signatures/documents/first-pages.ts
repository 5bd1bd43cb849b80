import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PdfService } from '../../pdf/pdf.service.js';
import { Downloads, type OpenAnswer } from '../../platform/storage/downloads.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { documentNotFound } from '../internal/signature.errors.js';
import { getShownRequest, type RequestKey } from '../live-request.queries.js';
import { type SignatureDocument } from './signature-document.entity.js';
import { documentsOf } from './signature-document.queries.js';

/** The first page of a request's document, as signers see it, for members to recognize it by. */
@Injectable()
export class FirstPages {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly downloads: Downloads,
    private readonly pdf: PdfService,
  ) {}

  /** The document that signers see: once it is completed, the signed one. Null if there is none, or it was removed. */
  async find(key: RequestKey): Promise<SignatureDocument | null> {
    const { manager } = this.dataSource;
    const request = await getShownRequest(manager, key);
    if (request.contentsRemovedAt) return null;
    const { presented = null, signed } = await documentsOf(manager, request);
    return (request.status === 'completed' && signed) || presented;
  }

  /**
   * The page as a PDF of its own. Not recorded, since the document itself does not leave the service.
   * @throws AppError 404 if the page cannot be taken out; 429 or 503 if there are too many downloads
   */
  async read(
    { organizationId, storageKey, sizeBytes }: SignatureDocument,
    answer: OpenAnswer,
  ): Promise<Buffer> {
    const page = await this.downloads.load(answer, { organizationId, sizeBytes }, () =>
      this.pdf.firstPage(() => this.files.get(storageKey), { tenant: organizationId }),
    );
    if (!page) throw documentNotFound();
    return page;
  }
}
