import { Get, Param } from '@nestjs/common';
import { ApiController } from '../../auth/api-controller.decorator.js';
import { CurrentPrincipal } from '../../auth/current-principal.decorator.js';
import { type Principal } from '../../auth/principal.js';
import { RequireScope } from '../../auth/scope.guard.js';
import { EntityTag } from '../../common/http/entity-tag.decorator.js';
import { IdPipe } from '../../common/http/id.pipe.js';
import { Refuses } from '../../common/http/refuses.decorator.js';
import {
  reportNotAvailable,
  verificationNotFound,
} from '../../identity-verifications/verification.errors.js';
import { DocumentReportsService } from '../document-reports.service.js';
import { toDocumentReport } from './document-report.mapper.js';
import { DocumentReportDto } from './dto/document-report.dto.js';

@ApiController('identity-verifications')
export class DocumentReportsController {
  constructor(private readonly reports: DocumentReportsService) {}

  /** Returns the result of a verification that is completed or failed. */
  @Get(':verificationId/document-report')
  @EntityTag({ store: false })
  @Refuses(verificationNotFound(), reportNotAvailable())
  @RequireScope('identity:read')
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('verificationId', IdPipe) verificationId: number,
  ): Promise<DocumentReportDto> {
    return toDocumentReport(await this.reports.get(organizationId, verificationId));
  }
}
