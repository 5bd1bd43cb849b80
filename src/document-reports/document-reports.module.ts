import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { DocumentReportsService } from './document-reports.service.js';
import { DocumentReportsController } from './http/document-reports.controller.js';

@Module({
  imports: [AuthModule, IdentityVerificationsModule],
  controllers: [DocumentReportsController],
  providers: [DocumentReportsService],
})
export class DocumentReportsModule {}
