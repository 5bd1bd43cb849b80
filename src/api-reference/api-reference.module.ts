import { Module } from '@nestjs/common';
import { PagesModule } from '../platform/pages/pages.module.js';
import { ApiDocumentFile } from './api-document-file.js';
import { OpenApiController } from './http/openapi.controller.js';
import { ReferenceController } from './pages/reference.controller.js';

/** The description of the REST interface, for programs and for people. */
@Module({
  imports: [PagesModule],
  controllers: [OpenApiController, ReferenceController],
  providers: [ApiDocumentFile],
})
export class ApiReferenceModule {}
