import { Module } from '@nestjs/common';
import { DocumentAnalysisService } from './document-analysis.service.js';
import { PictureRenderer } from './picture-renderer.js';

const SERVICES = [DocumentAnalysisService, PictureRenderer];

@Module({ providers: SERVICES, exports: SERVICES })
export class IdentityDocumentsModule {}
