import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CryptoModule } from '../platform/crypto/crypto.module.js';
import { Account } from './account.entity.js';
import { AccountChanges } from './account-changes.service.js';
import { AccountLinks } from './account-links.service.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyQueries } from './api-key.queries.js';
import { ApiKeysService } from './api-keys.service.js';
import { Organization } from './organization.entity.js';
import { Members } from './members.service.js';
import { OrganizationsService } from './organizations.service.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

const PUBLIC = [
  OrganizationsService,
  UsersService,
  Members,
  AccountChanges,
  AccountLinks,
  ApiKeysService,
  ApiKeyQueries,
];

@Module({
  imports: [CryptoModule, TypeOrmModule.forFeature([Organization, Account, User, ApiKey])],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class OrganizationsModule {}
