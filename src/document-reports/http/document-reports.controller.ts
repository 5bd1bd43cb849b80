import { Get, Param } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { RequireScope } from '../../auth/scope.guard.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { DocumentReportsService } from '../document-reports.service.js';
import { toDocumentReport } from './document-report.mapper.js';
import { DocumentReportDto } from './dto/document-report.dto.js';

@ApiController('identity-verifications')
export class DocumentReportsController {
  constructor(private readonly reports: DocumentReportsService) {}

  @Get(':verificationId/document-report')
  @RequireScope('identity:read')
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<DocumentReportDto> {
    return toDocumentReport(await this.reports.get(organizationId, verificationId));
  }
}
