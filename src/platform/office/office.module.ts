import { Global, Module } from '@nestjs/common';
import { OfficeConverter } from './office-converter.service.js';

@Global()
@Module({ providers: [OfficeConverter], exports: [OfficeConverter] })
export class OfficeModule {}
