import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationCertificate } from './organization-certificate.entity.js';
import { OrganizationKeys } from './organization-keys.service.js';

/** The keys and certificates of organizations. */
@Module({
  imports: [TypeOrmModule.forFeature([OrganizationCertificate])],
  providers: [OrganizationKeys],
  exports: [OrganizationKeys],
})
export class SealingModule {}
