import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { MemberSource } from './member-source.service.js';
import { PersonalData } from './personal-data.service.js';

@Module({
  imports: [ActivityModule, IdentityVerificationsModule, SignaturesModule],
  providers: [MemberSource, PersonalData],
  exports: [MemberSource, PersonalData],
})
export class PersonalDataModule {}
