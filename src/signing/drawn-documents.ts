import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { shownSha256 } from '../audit-chain/shown-entries.js';
import { KeptAnswers } from '../common/kept-answers.js';
import { PdfService } from '../pdf/pdf.service.js';
import { type DrawnDocument } from '../pdf/pdf-results.js';
import { FileStore } from '../platform/storage/file-store.js';
import { SignaturePapers } from '../signatures/documents/signature-papers.js';
import { shownNow } from './domain/shown.js';
import { type SigningContext } from './domain/signing-context.js';

/** The number and bytes of drawn documents kept, so a page and its file are drawn only once. */
const KEPT = { count: 32, weight: 64 * 1024 * 1024 };

/** The document as it stands, with the entries of everyone who has signed so far. */
@Injectable()
export class DrawnDocuments {
  private readonly kept = new KeptAnswers<DrawnDocument>(KEPT, ({ pdf }) => pdf.length);

  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly files: FileStore,
    private readonly papers: SignaturePapers,
  ) {}

  /**
   * @param n - number of the document, from 1
   * @param notice - printed on every page; null for none
   * @throws ChildTaskError, or AppError 429 or 503 for too many tasks
   */
  read(
    context: SigningContext,
    { n, storageKey }: { n: number; storageKey: string },
    notice: string | null,
  ): Promise<DrawnDocument> {
    const question = [storageKey, shownSha256(shownNow(context)), notice].join(' ');
    return this.kept.get(question, async () => {
      const { signature, earlier } = context;
      const owner = { tenant: signature.organizationId };
      const signers = earlier.map(({ signer }) => signer);
      const details = await this.papers.stampsSoFar(this.dataSource.manager, signature, signers, n);
      return this.pdf.drawEntries(() => this.files.get(storageKey), details, notice, owner);
    });
  }
}
