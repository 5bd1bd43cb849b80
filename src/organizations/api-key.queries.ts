import { Injectable } from '@nestjs/common';
import { Statements } from '../platform/database/statements.service.js';
import { type Scope } from './scopes.js';

export interface ApiKeyRow {
  id: number;
  organizationId: number;
  createdByUserId: number;
  keyHash: Buffer;
  scopes: Scope[];
  revokedAt: Date | null;
}

/** Read on every request, so that every replica refuses a revoked key at once. */
export const FIND_API_KEY = {
  name: 'find_api_key',
  text: `select id, organization_id as "organizationId", created_by_user_id as "createdByUserId",
    key_hash as "keyHash", scopes, revoked_at as "revokedAt" from api_keys where key_hash = $1`,
};

@Injectable()
export class ApiKeyQueries {
  constructor(private readonly statements: Statements) {}

  async findByHash(keyHash: Buffer): Promise<ApiKeyRow | undefined> {
    return (await this.statements.query<ApiKeyRow>(FIND_API_KEY, [keyHash]))[0];
  }
}
