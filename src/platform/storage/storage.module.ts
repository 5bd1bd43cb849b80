import { Module } from '@nestjs/common';
import { CryptoModule } from '../crypto/crypto.module.js';
import { FileStore } from './file-store.service.js';
import { FileSweeper } from './file-sweeper.service.js';

@Module({ imports: [CryptoModule], providers: [FileStore, FileSweeper], exports: [FileStore] })
export class StorageModule {}
