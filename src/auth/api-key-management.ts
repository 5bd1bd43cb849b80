import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '../activity/activity-log.js';
import { type ActivityEntry, type Actor } from '../activity/domain/activity-event.js';
import { refused, unauthorized } from '../common/errors.js';
import { type ApiKey, OLD_KEY_DAYS } from '../organizations/api-key.entity.js';
import { ApiKeyQueries } from '../organizations/api-key.queries.js';
import { ApiKeysService, type NewApiKey } from '../organizations/api-keys.service.js';
import { type Scope } from '../organizations/scopes.js';
import { databaseTime } from '../platform/database/database-time.js';
import { Transactions } from '../platform/database/transactions.js';

const DAY_MS = 86_400_000;

export interface ActiveApiKey extends ApiKey {
  ageDays: number;
  /** Whether it should be replaced. */
  isOld: boolean;
}

/** Creates, replaces and revokes the API key of an organization; its activity log says who did it. */
@Injectable()
export class ApiKeyManagement {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly keys: ApiKeysService,
    private readonly queries: ApiKeyQueries,
    private readonly activity: ActivityLog,
  ) {}

  /** Null if no key is active. */
  async findActive(organizationId: number): Promise<ActiveApiKey | null> {
    const { manager } = this.dataSource;
    const key = await this.keys.findActive(manager, organizationId);
    if (!key) return null;
    const now = await databaseTime(manager);
    const ageDays = Math.floor((now.getTime() - key.createdAt.getTime()) / DAY_MS);
    return { ...key, ageDays, isOld: ageDays >= OLD_KEY_DAYS };
  }

  /** @throws AppError 401 for a key revoked since it was admitted */
  async assertActive(organizationId: number, apiKeyId: number): Promise<void> {
    if (!(await this.queries.isActive(organizationId, apiKeyId))) throw unauthorized('API key revoked');
  }

  /** @param scopes - all by default @throws AppError 400 `api_key_exists` while another key is active */
  create(by: Actor, scopes?: readonly Scope[]): Promise<NewApiKey> {
    return this.transactions.run(async (tx) =>
      this.recorded(tx, by, await this.keys.create(tx, by.organizationId, scopes, creatorOf(by))),
    );
  }

  /**
   * Revokes the active key, if any, and creates another.
   * @param scopes - those of the active key by default
   * @param known - the active key that the caller last saw, null for none
   * @throws AppError 400 `api_key_changed` if that is no longer the active key, also when two calls race
   */
  rotate(by: Actor, scopes?: readonly Scope[], known?: number | null): Promise<NewApiKey> {
    return this.transactions.run(async (tx) => {
      await this.assertUnchanged(tx, by, known);
      return this.recorded(tx, by, await this.keys.rotate(tx, by.organizationId, scopes, creatorOf(by)));
    });
  }

  /** @param known - as in `rotate` @throws AppError 404 if no key is active, and as `rotate` */
  revoke(by: Actor, known?: number | null): Promise<{ apiKeyId: number }> {
    return this.transactions.run(async (tx) => {
      await this.assertUnchanged(tx, by, known);
      const revoked = await this.keys.revoke(tx, by.organizationId);
      await this.record(tx, by, revoked.apiKeyId, { type: 'api_key_revoked' });
      return revoked;
    });
  }

  private async assertUnchanged(
    tx: EntityManager,
    { organizationId }: Actor,
    known: number | null | undefined,
  ): Promise<void> {
    if (known !== undefined && !(await this.keys.holdActive(tx, organizationId, known)))
      throw refused('api_key_changed', 'The active API key has changed in the meantime');
  }

  private async recorded(tx: EntityManager, by: Actor, made: NewApiKey): Promise<NewApiKey> {
    const { scopes } = (await this.keys.findActive(tx, by.organizationId))!;
    await this.record(tx, by, made.apiKeyId, { type: 'api_key_created', data: { scopes } });
    return made;
  }

  private record(
    tx: EntityManager,
    by: Actor,
    id: number,
    event: Pick<ActivityEntry, 'type' | 'data'>,
  ): Promise<void> {
    return this.activity.record(tx, { ...by, ...event, subject: { kind: 'api_key', id } });
  }
}

/** The organization's first owner counts as the creator of the operator's keys. */
const creatorOf = ({ userId }: Actor) => userId ?? undefined;
