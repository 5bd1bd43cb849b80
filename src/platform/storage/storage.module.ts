import { Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { CryptoModule } from '../crypto/crypto.module.js';
import { createFilePlace } from './create-file-place.js';
import { Downloads } from './downloads.service.js';
import { FilePlace } from './file-place.port.js';
import { FileStore } from './file-store.service.js';
import { FileSweeper } from './file-sweeper.service.js';
import { Uploads } from './uploads.service.js';

@Module({
  imports: [CryptoModule],
  providers: [
    { provide: FilePlace, inject: [Settings], useFactory: createFilePlace },
    Downloads,
    FileStore,
    FileSweeper,
    Uploads,
  ],
  exports: [Downloads, FileStore, Uploads],
})
export class StorageModule {}
