import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { ProvisioningService } from './provisioning.service.js';
import { TestOrganizations } from './test-organizations.js';

@Module({
  imports: [ActivityModule, OrganizationsModule, WebhooksModule],
  providers: [ProvisioningService, TestOrganizations],
  exports: [ProvisioningService, TestOrganizations],
})
export class ProvisioningModule {}
