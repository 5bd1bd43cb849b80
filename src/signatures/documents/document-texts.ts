import { Injectable, Logger } from '@nestjs/common';
import { KeptAnswers } from '../../common/kept-answers.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type DocumentText } from '../../pdf/pdf-results.js';
import { ChildTaskError } from '../../platform/child-process/child-task.js';
import { FileStore } from '../../platform/storage/file-store.js';
import { MAX_DOCUMENTS } from './domain/document-set.js';
import { type SignatureDocument } from './signature-document.entity.js';

/** Number of cached texts, so repeated views do not read each document again: those of a few requests. */
const KEPT_TEXTS = 4 * MAX_DOCUMENTS;

type DocumentKey = Pick<SignatureDocument, 'organizationId' | 'storageKey'>;

/** Texts of documents, for people who cannot see the pages. */
@Injectable()
export class DocumentTexts {
  private readonly logger = new Logger(DocumentTexts.name);
  private readonly kept = new KeptAnswers<DocumentText | null>({ count: KEPT_TEXTS });

  constructor(
    private readonly files: FileStore,
    private readonly pdf: PdfService,
  ) {}

  /** Null if reading the document exceeds the limits, or its text cannot be read. */
  read(document: DocumentKey): Promise<DocumentText | null> {
    return this.kept.get(document.storageKey, () => this.extract(document));
  }

  private async extract({ organizationId, storageKey }: DocumentKey): Promise<DocumentText | null> {
    try {
      return await this.pdf.extractText(() => this.files.get(storageKey), { tenant: organizationId });
    } catch (error) {
      if (!(error instanceof ChildTaskError)) throw error;
      this.logger.warn(`The text of a document could not be read: ${error.message}`);
      return null;
    }
  }
}
