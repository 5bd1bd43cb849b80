import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DocumentReport } from '../identity-verifications/document-report.entity.js';
import { reportNotAvailable, verificationNotFound } from '../identity-verifications/verification.errors.js';
import { VerificationQueries } from '../identity-verifications/verification.queries.js';

@Injectable()
export class DocumentReportsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly verifications: VerificationQueries,
  ) {}

  /**
   * The report of one of the organization's verifications.
   * @throws AppError 404 for an unknown verification, with the code `report_not_available` if it is open or expired
   */
  async get(organizationId: number, verificationId: number): Promise<DocumentReport> {
    const report = await this.verifications.report(this.dataSource.manager, organizationId, verificationId);
    if (report) return report;
    const verification = await this.verifications.find(
      this.dataSource.manager,
      organizationId,
      verificationId,
    );
    if (!verification) throw verificationNotFound();
    throw reportNotAvailable();
  }
}
