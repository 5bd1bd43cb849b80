import { Module } from '@nestjs/common';
import { CryptoModule } from '../crypto/crypto.module.js';
import { FileStore } from './file-store.service.js';
import { FileSweeper } from './file-sweeper.service.js';
import { Uploads } from './uploads.service.js';

@Module({
  imports: [CryptoModule],
  providers: [FileStore, FileSweeper, Uploads],
  exports: [FileStore, Uploads],
})
export class StorageModule {}
