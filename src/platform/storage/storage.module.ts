import { Module } from '@nestjs/common';
import { CryptoModule } from '../crypto/crypto.module.js';
import { Downloads } from './downloads.service.js';
import { FileStore } from './file-store.service.js';
import { FileSweeper } from './file-sweeper.service.js';
import { Uploads } from './uploads.service.js';

@Module({
  imports: [CryptoModule],
  providers: [Downloads, FileStore, FileSweeper, Uploads],
  exports: [Downloads, FileStore, Uploads],
})
export class StorageModule {}
