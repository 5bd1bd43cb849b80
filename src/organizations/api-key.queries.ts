import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Statements } from '../platform/database/statements.js';
import { OLD_KEY_DAYS } from './api-key.entity.js';
import { type Scope } from './scopes.js';

export interface ApiKeyRow {
  id: number;
  organizationId: number;
  createdByUserId: number;
  keyHash: Buffer;
  scopes: Scope[];
  revokedAt: Date | null;
}

/** Read on every request, so every replica refuses a revoked key at once. */
export const FIND_API_KEY = {
  name: 'find_api_key',
  text: `select id, organization_id as "organizationId", created_by_user_id as "createdByUserId",
    key_hash as "keyHash", scopes, revoked_at as "revokedAt" from api_keys where key_hash = $1`,
};

const IS_ACTIVE = {
  name: 'is_api_key_active',
  text: 'select from api_keys where organization_id = $1 and id = $2 and revoked_at is null',
};

const RECORD_USE = {
  name: 'record_api_key_use',
  text: `update api_keys set last_used_at = app_now(), last_used_address = $2
    where id = $1 and (last_used_at is null or last_used_at < app_now() - interval '30 seconds')`,
};
const RECORDED_EVERY_MS = 60_000;

const AGE_DAYS = 'floor(extract(epoch from app_now() - created_at) / 86400)::integer';
const OLD = `select id, organization_id as "organizationId", display_prefix as "displayPrefix", ${AGE_DAYS} as days,
    ${AGE_DAYS} / ${OLD_KEY_DAYS} as periods
  from api_keys where revoked_at is null and created_at <= app_now() - interval '${OLD_KEY_DAYS} days'`;

/** An active key that should have been replaced. */
export interface OldApiKey {
  id: number;
  organizationId: number;
  displayPrefix: string;
  /** Age in days. */
  days: number;
  /** Full periods of 90 days in that age. */
  periods: number;
}

/** The old keys of all organizations. */
export function oldApiKeys(manager: EntityManager): Promise<OldApiKey[]> {
  return manager.query<OldApiKey[]>(OLD);
}

/** Null if the key was replaced or revoked. */
export async function findOldApiKey(
  manager: EntityManager,
  organizationId: number,
  id: number,
): Promise<OldApiKey | null> {
  const [key] = await manager.query<OldApiKey[]>(`${OLD} and organization_id = $1 and id = $2`, [
    organizationId,
    id,
  ]);
  return key ?? null;
}

@Injectable()
export class ApiKeyQueries {
  /** When this process last recorded the use of each key, in milliseconds of a monotonic clock. */
  private readonly recorded = new Map<number, number>();

  constructor(private readonly statements: Statements) {}

  async findByHash(keyHash: Buffer): Promise<ApiKeyRow | undefined> {
    return (await this.statements.query<ApiKeyRow>(FIND_API_KEY, [keyHash]))[0];
  }

  /** Whether an admitted key is still active. */
  async isActive(organizationId: number, id: number): Promise<boolean> {
    return (await this.statements.query(IS_ACTIVE, [organizationId, id])).length > 0;
  }

  /** Records the use of a key at most once a minute, so requests do not queue for its row. */
  async recordUse(id: number, address: string): Promise<void> {
    const now = performance.now();
    if (now - (this.recorded.get(id) ?? -Infinity) < RECORDED_EVERY_MS) return;
    this.recorded.set(id, now);
    await this.statements.query(RECORD_USE, [id, address]);
  }
}
