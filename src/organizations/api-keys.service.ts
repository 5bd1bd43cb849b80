import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, QueryFailedError } from 'typeorm';
import { notFound, refused } from '../common/errors.js';
import { randomBase62, sha256 } from '../platform/crypto/tokens.js';
import { findMembers } from './account.queries.js';
import { ApiKey } from './api-key.entity.js';
import { lockOrganization } from './organization.queries.js';
import { type Scope, SCOPES } from './scopes.js';

export const API_KEY_PREFIX = 'sk_';

/** 43 characters of base62 hold 256 bits. */
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
   * Creates the organization's key.
   * @param createdBy - a user of the organization; its first owner by default
   * @throws AppError `api_key_exists` while another key is active, even when two creations race
   */
  async create(
    tx: EntityManager,
    organizationId: number,
    scopes: readonly Scope[] = SCOPES,
    createdBy?: number,
  ): Promise<NewApiKey> {
    const createdByUserId = createdBy ?? (await this.firstOwner(tx, organizationId));
    const apiKey = API_KEY_PREFIX + randomBase62(KEY_CHARACTERS);
    const inserted = await tx
      .insert(ApiKey, {
        organizationId,
        createdByUserId,
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

  /** Revokes the active key, if any, and creates another, with the same scopes unless `scopes` is given. */
  async rotate(
    tx: EntityManager,
    organizationId: number,
    scopes?: readonly Scope[],
    createdBy?: number,
  ): Promise<NewApiKey> {
    await lockOrganization(tx, organizationId);
    const active = await this.findActive(tx, organizationId);
    if (active) await this.revoke(tx, organizationId);
    return this.create(tx, organizationId, scopes ?? active?.scopes, createdBy);
  }

  /**
   * Whether this is the active key, which then stays active until `tx` ends. @param id - null to check that there is
   * none
   */
  async holdActive(tx: EntityManager, organizationId: number, id: number | null): Promise<boolean> {
    await lockOrganization(tx, organizationId);
    return ((await this.findActive(tx, organizationId))?.id ?? null) === id;
  }

  findActive(manager: EntityManager, organizationId: number): Promise<ApiKey | null> {
    return manager.findOneBy(ApiKey, { organizationId, revokedAt: IsNull() });
  }

  private async firstOwner(tx: EntityManager, organizationId: number): Promise<number> {
    const [owner] = await findMembers(tx, organizationId, ['owner']);
    if (!owner) throw notFound('Organization');
    return owner.id;
  }
}

function explainRace(error: unknown): never {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  if (code === UNIQUE_VIOLATION)
    throw refused('api_key_exists', 'The organization has an active API key; revoke or rotate it');
  throw error;
}
