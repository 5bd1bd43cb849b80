import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { SecretBox } from '../crypto/secret-box.js';
import { sha256 } from '../crypto/tokens.js';
import { DatabaseWatch } from '../database/database-watch.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import {
  type Claim,
  claimKey,
  deleteExpiredKeys,
  keepAnswer,
  releaseKey,
  renewClaims,
} from './idempotency-key.queries.js';

/** Several times within a claim's lease. */
const RENEW_MS = 10_000;
const SWEEP_MS = 3_600_000;

/** The answer to a request that succeeded. */
export interface KeptAnswer {
  /** SHA-256 of the request's method, path and body. */
  requestHash: Buffer;
  status: number;
  /** JSON. */
  body: string;
}

/** The state of a key as a request finds it: now claimed by it, held by another request, or answered. */
export type Found =
  { state: 'claimed'; claim: Claim } | { state: 'running' } | { state: 'answered'; answer: KeptAnswer };

/** The keys by which a repeated request is recognized, with their answers: encrypted, for 24 hours. */
@Injectable()
export class IdempotencyKeys {
  private readonly logger = new Logger(IdempotencyKeys.name);
  private readonly running = new Set<Claim>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly database: DatabaseWatch,
    private readonly secretBox: SecretBox,
  ) {}

  async claim(organizationId: number, key: string): Promise<Found> {
    const { manager } = this.dataSource;
    const claim = { organizationId, keyHash: sha256(key), claim: randomUUID() };
    if (await claimKey(manager, claim)) return { state: 'claimed', claim };
    const { keyHash } = claim;
    const row = await manager.findOneBy(IdempotencyKey, { organizationId, keyHash });
    if (!row?.answerSealed) return { state: 'running' };
    const { requestHash, status, answerSealed } = row;
    const body = this.secretBox.open(answerSealed, contextOf(claim)).toString();
    return { state: 'answered', answer: { requestHash: requestHash!, status: status!, body } };
  }

  /** Runs `work` and renews the claim meanwhile. If it fails, the key becomes free again. */
  async during<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
    this.running.add(claim);
    try {
      return await work();
    } catch (error) {
      await this.release(claim);
      throw error;
    } finally {
      this.running.delete(claim);
    }
  }

  /** Stores the answer in the transaction of its effect. @returns false if another request has taken over the key */
  keep(tx: EntityManager, claim: Claim, { requestHash, status, body }: KeptAnswer): Promise<boolean> {
    const answerSealed = this.secretBox.seal(Buffer.from(body), contextOf(claim));
    return keepAnswer(tx, claim, { requestHash, status, answerSealed });
  }

  @Interval('idempotency.renew', RENEW_MS)
  async renew(): Promise<void> {
    if (this.running.size === 0) return;
    const { size } = this.running;
    await renewClaims(this.dataSource.manager, [...this.running]).catch((error: Error) =>
      this.warn(`${size} claims were not renewed`, error),
    );
  }

  @Interval('idempotency.sweep', SWEEP_MS)
  async sweep(): Promise<void> {
    await deleteExpiredKeys(this.dataSource.manager).catch((error: Error) =>
      this.warn('Expired keys were not deleted', error),
    );
  }

  /** If the database is unreachable, the lease expires on its own. */
  private async release(claim: Claim): Promise<void> {
    await releaseKey(this.dataSource.manager, claim).catch((error: Error) =>
      this.warn('A key was not released', error),
    );
  }

  private warn(what: string, error: Error): void {
    if (!this.database.report(error)) this.logger.warn(`${what}: ${error.message}`);
  }
}

/** The context for which a stored answer is sealed. */
export const contextOf = ({ organizationId, keyHash }: Pick<Claim, 'organizationId' | 'keyHash'>) =>
  `idempotency-key:${organizationId}:${keyHash.toString('hex')}`;
