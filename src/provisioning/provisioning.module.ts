import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ProvisioningService } from './provisioning.service.js';

@Module({
  imports: [ActivityModule, OrganizationsModule, WebhooksModule],
  providers: [ProvisioningService],
  exports: [ProvisioningService],
})
export class ProvisioningModule {}
