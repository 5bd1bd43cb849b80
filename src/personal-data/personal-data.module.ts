import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ActivityModule } from '../activity/activity.module.js';
import { BulkSendsModule } from '../bulk-sends/bulk-sends.module.js';
import { IdentityVerificationsModule } from '../identity-verifications/identity-verifications.module.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { PersonalData } from './personal-data.js';

@Module({
  imports: [AccountsModule, ActivityModule, BulkSendsModule, IdentityVerificationsModule, SignaturesModule],
  providers: [PersonalData],
  exports: [PersonalData],
})
export class PersonalDataModule {}
