import { Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { CryptoModule } from '../crypto/crypto.module.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { createFilePlace } from './create-file-place.js';
import { DeleteFilesJob } from './delete-files.job.js';
import { DeletionWatch } from './deletion-watch.js';
import { Downloads } from './downloads.js';
import { FileDeletions } from './file-deletions.js';
import { FilePlace } from './file-place.port.js';
import { FileStore } from './file-store.js';
import { FileSweeper } from './file-sweeper.js';
import { Uploads } from './uploads.js';

@Module({
  imports: [CryptoModule, EventsModule, JobsModule],
  providers: [
    { provide: FilePlace, inject: [Settings], useFactory: createFilePlace },
    DeleteFilesJob,
    DeletionWatch,
    Downloads,
    FileDeletions,
    FileStore,
    FileSweeper,
    Uploads,
  ],
  exports: [Downloads, FileDeletions, FileStore, Uploads],
})
export class StorageModule {}
