import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, QueryFailedError } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { randomBase62, sha256 } from '../platform/crypto/tokens.js';
import { ApiKey } from './api-key.entity.js';
import { SCOPES, type Scope } from './scopes.js';
import { User } from './user.entity.js';

export const API_KEY_PREFIX = 'sk_';

/** 43 characters of base62 carry 256 bits. */
const KEY_CHARACTERS = 43;
const DISPLAYED_CHARACTERS = 8;
const UNIQUE_VIOLATION = '23505';

export interface NewApiKey {
  apiKeyId: number;
  /** Shown once. */
  apiKey: string;
}

@Injectable()
export class ApiKeysService {
  /**
   * Creates the organization's key, in the name of its first owner.
   * @throws AppError `api_key_exists` while another key is active, also when two creations race
   */
  async create(
    tx: EntityManager,
    organizationId: number,
    scopes: readonly Scope[] = SCOPES,
  ): Promise<NewApiKey> {
    const owner = await tx.findOne(User, { where: { organizationId, role: 'owner' }, order: { id: 'ASC' } });
    if (!owner) throw notFound('Organization');
    const apiKey = API_KEY_PREFIX + randomBase62(KEY_CHARACTERS);
    const inserted = await tx
      .insert(ApiKey, {
        organizationId,
        createdByUserId: owner.id,
        keyHash: sha256(apiKey),
        displayPrefix: apiKey.slice(0, DISPLAYED_CHARACTERS),
        scopes: [...scopes],
      })
      .catch(explainRace);
    return { apiKeyId: (inserted.identifiers[0] as { id: number }).id, apiKey };
  }

  /** Revokes the active key; the next request with it is refused. @throws AppError 404 if no key is active */
  async revoke(tx: EntityManager, organizationId: number): Promise<{ apiKeyId: number }> {
    const active = await tx.findOne(ApiKey, {
      where: { organizationId, revokedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!active) throw notFound('Active API key');
    await tx.update(ApiKey, { id: active.id, organizationId }, { revokedAt: () => 'app_now()' });
    return { apiKeyId: active.id };
  }

  /** Revokes the active key, if any, and creates another; without `scopes`, with the same scopes. */
  async rotate(tx: EntityManager, organizationId: number, scopes?: readonly Scope[]): Promise<NewApiKey> {
    const active = await tx.findOneBy(ApiKey, { organizationId, revokedAt: IsNull() });
    if (active) await this.revoke(tx, organizationId);
    return this.create(tx, organizationId, scopes ?? active?.scopes);
  }
}

function explainRace(error: unknown): never {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  if (code === UNIQUE_VIOLATION)
    throw refused('api_key_exists', 'The organization has an active API key; revoke or rotate it');
  throw error;
}
