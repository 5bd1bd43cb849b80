import { Module } from '@nestjs/common';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { Brands } from './brands.service.js';
import { BrandFilesController } from './http/brand-files.controller.js';
import { LogoEncoder } from './logo-encoder.service.js';

@Module({
  imports: [MailModule, StorageModule],
  controllers: [BrandFilesController],
  providers: [Brands, LogoEncoder],
  exports: [Brands, LogoEncoder],
})
export class BrandsModule {}
