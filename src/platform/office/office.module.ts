import { Module } from '@nestjs/common';
import { OfficeConverter } from './office-converter.js';

@Module({ providers: [OfficeConverter], exports: [OfficeConverter] })
export class OfficeModule {}
