import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Settings } from '../platform/config/settings.js';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { HttpClientModule } from '../platform/http-client/http-client.module.js';
import { OrganizationCertificate } from './organization-certificate.entity.js';
import { OrganizationKeys } from './organization-keys.js';
import { TimeStamps } from './time-stamps.js';
import { ValidationMaterials } from './validation-materials.js';

/** Keys and certificates of organizations, time stamps, and validation material. */
@Module({
  imports: [CryptoModule, HttpClientModule, TypeOrmModule.forFeature([OrganizationCertificate])],
  providers: [
    OrganizationKeys,
    ValidationMaterials,
    { provide: TimeStamps, inject: [Settings], useFactory: (settings: Settings) => new TimeStamps(settings) },
  ],
  exports: [OrganizationKeys, TimeStamps, ValidationMaterials],
})
export class PdfSignaturesModule {}
