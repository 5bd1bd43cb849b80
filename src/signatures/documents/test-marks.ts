import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { getOrganization } from '../../organizations/organization.queries.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type TaskOwner } from '../../platform/child-process/task-slots.js';
import { translate } from '../../platform/templates/phrases.js';
import { SignaturePapers } from './signature-papers.js';

/** Marks what organizations for tests present to signers, before anything is hashed, so that it is what they sign. */
@Injectable()
export class TestMarks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly pdf: PdfService,
    private readonly papers: SignaturePapers,
  ) {}

  /**
   * The PDF with a mark on every page; null if the organization is not for tests.
   * @throws ChildTaskError
   */
  async mark(organizationId: number, read: () => Promise<Buffer>, owner: TaskOwner): Promise<Buffer | null> {
    const { isTest, defaultLocale: locale } = await getOrganization(this.dataSource.manager, organizationId);
    if (!isTest) return null;
    return this.pdf.markPages(read, translate(this.papers.book({ locale }), 'test'), owner);
  }
}
