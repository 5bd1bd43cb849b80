import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { Brands } from './brands.js';
import { BrandFilesController } from './http/brand-files.controller.js';
import { LogoEncoder } from './logo-encoder.js';

@Module({
  imports: [ActivityModule, MailModule, StorageModule],
  controllers: [BrandFilesController],
  providers: [Brands, LogoEncoder],
  exports: [Brands, LogoEncoder],
})
export class BrandsModule {}
