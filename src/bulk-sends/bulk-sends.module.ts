import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../activity/activity.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { EventsModule } from '../platform/events/events.module.js';
import { JobsModule } from '../platform/jobs/jobs.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { DocumentTemplatesModule } from '../templates/templates.module.js';
import { BulkFiles } from './bulk-files.js';
import { BulkForecasts } from './bulk-forecasts.js';
import { BulkMappings } from './bulk-mappings.js';
import { BulkPreviews } from './bulk-previews.js';
import { BulkReports } from './bulk-reports.js';
import { BulkRequests } from './bulk-requests.js';
import { BulkRuns } from './bulk-runs.js';
import { BulkSend, BulkSendRow } from './bulk-send.entity.js';
import { BulkSends } from './bulk-sends.js';
import { BulkUploads } from './bulk-uploads.js';
import { BulkRowsController } from './http/bulk-rows.controller.js';
import { BulkSendsController } from './http/bulk-sends.controller.js';
import { RowsFileController } from './http/rows-file.controller.js';
import { BulkActions } from './internal/bulk-actions.js';
import { CreateBulkRequestsJob } from './jobs/create-bulk-requests.job.js';
import { ForgetBulkRowsJob } from './jobs/forget-bulk-rows.job.js';
import { PersonRows } from './person-rows.js';
import { SealedRows } from './sealed-rows.js';

/** Requests sent from the rows of a file. */
@Module({
  imports: [
    ActivityModule,
    AuthModule,
    CryptoModule,
    EventsModule,
    JobsModule,
    MailModule,
    StorageModule,
    DocumentTemplatesModule,
    TypeOrmModule.forFeature([BulkSend, BulkSendRow]),
  ],
  controllers: [BulkSendsController, BulkRowsController, RowsFileController],
  providers: [
    BulkActions,
    BulkFiles,
    BulkForecasts,
    BulkMappings,
    BulkPreviews,
    BulkReports,
    BulkRequests,
    BulkRuns,
    BulkSends,
    BulkUploads,
    CreateBulkRequestsJob,
    ForgetBulkRowsJob,
    PersonRows,
    SealedRows,
  ],
  exports: [
    BulkFiles,
    BulkForecasts,
    BulkMappings,
    BulkPreviews,
    BulkReports,
    BulkRuns,
    BulkSends,
    BulkUploads,
    PersonRows,
  ],
})
export class BulkSendsModule {}
