import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { Account } from './account.entity.js';
import { AccountChanges } from './account-changes.js';
import { AccountLinks } from './account-links.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyQueries } from './api-key.queries.js';
import { ApiKeysService } from './api-keys.service.js';
import { Memberships } from './memberships.js';
import { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';
import { TestRecipients } from './test-recipients.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

const PUBLIC = [
  OrganizationsService,
  UsersService,
  Memberships,
  AccountChanges,
  AccountLinks,
  ApiKeysService,
  ApiKeyQueries,
];

@Module({
  imports: [CryptoModule, MailModule, TypeOrmModule.forFeature([Organization, Account, User, ApiKey])],
  providers: [...PUBLIC, TestRecipients],
  exports: PUBLIC,
})
export class OrganizationsModule {}
