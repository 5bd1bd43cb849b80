import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { ApiTemplateEntries } from './http/api-template-entries.js';
import { RequestTemplatesController } from './http/request-templates.controller.js';
import { TemplateArchivesController } from './http/template-archives.controller.js';
import { TemplateDocumentsController } from './http/template-documents.controller.js';
import { TemplateSendingController } from './http/template-sending.controller.js';
import { TemplateVersionsController } from './http/template-versions.controller.js';
import { TemplatesController } from './http/templates.controller.js';
import { TemplateActions } from './internal/template-actions.js';
import { RemoveTemplateFilesJob } from './jobs/remove-template-files.job.js';
import { RequestTemplates } from './request-templates.js';
import { RequestTemplate, Template, TemplateDocument, TemplateVersion } from './template.entity.js';
import { TemplateArchives } from './template-archives.js';
import { TemplateDefinitions } from './template-definitions.js';
import { TemplateDocuments } from './template-documents.js';
import { TemplateEntries } from './template-entries.port.js';
import { TemplateFormImports } from './template-form-imports.js';
import { TemplateLists } from './template-lists.js';
import { TemplatePublishing } from './template-publishing.js';
import { TemplateSendings } from './template-sendings.js';
import { TemplateVersions } from './template-versions.js';
import { TemplatesService } from './templates.service.js';

/** Documents prepared once, from which requests are made. Not to be confused with the templates of pages and mails. */
@Module({
  imports: [
    ActivityModule,
    AuthModule,
    EventsModule,
    JobsModule,
    StorageModule,
    SignaturesModule,
    TypeOrmModule.forFeature([Template, TemplateVersion, TemplateDocument, RequestTemplate]),
  ],
  controllers: [
    TemplateArchivesController,
    TemplatesController,
    TemplateDocumentsController,
    TemplateVersionsController,
    TemplateSendingController,
    RequestTemplatesController,
  ],
  providers: [
    RemoveTemplateFilesJob,
    RequestTemplates,
    TemplateActions,
    TemplateArchives,
    TemplateDefinitions,
    TemplateDocuments,
    { provide: TemplateEntries, useClass: ApiTemplateEntries },
    TemplateFormImports,
    TemplateLists,
    TemplatePublishing,
    TemplateSendings,
    TemplateVersions,
    TemplatesService,
  ],
  exports: [
    RequestTemplates,
    TemplateArchives,
    TemplateDefinitions,
    TemplateDocuments,
    TemplateEntries,
    TemplateFormImports,
    TemplateLists,
    TemplatePublishing,
    TemplateSendings,
    TemplateVersions,
    TemplatesService,
  ],
})
export class DocumentTemplatesModule {}
