import { Global, Module } from '@nestjs/common';
import { FileStore } from './file-store.service.js';
import { FileSweeper } from './file-sweeper.service.js';

@Global()
@Module({ providers: [FileStore, FileSweeper], exports: [FileStore] })
export class StorageModule {}
