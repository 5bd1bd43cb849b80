import { Module } from '@nestjs/common';
import { DocumentAnalysisService } from './document-analysis.service.js';

@Module({ providers: [DocumentAnalysisService], exports: [DocumentAnalysisService] })
export class IdentityDocumentsModule {}
