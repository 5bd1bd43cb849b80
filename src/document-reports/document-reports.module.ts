import { Module } from '@nestjs/common';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { DocumentReportsService } from './document-reports.service.js';
import { DocumentReportsController } from './http/document-reports.controller.js';

@Module({
  imports: [IdentityVerificationsModule],
  controllers: [DocumentReportsController],
  providers: [DocumentReportsService],
})
export class DocumentReportsModule {}
