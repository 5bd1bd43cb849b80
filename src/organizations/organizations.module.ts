import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyQueries } from './api-key.queries.js';
import { ApiKeysService } from './api-keys.service.js';
import { Organization } from './organization.entity.js';
import { OrganizationsService } from './organizations.service.js';
import { User } from './user.entity.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Organization, User, ApiKey])],
  providers: [OrganizationsService, UsersService, ApiKeysService, ApiKeyQueries],
  exports: [OrganizationsService, UsersService, ApiKeysService, ApiKeyQueries],
})
export class OrganizationsModule {}
