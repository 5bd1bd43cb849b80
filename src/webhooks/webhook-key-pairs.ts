import { type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../common/errors.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { newKeyPair, readSecretKey } from './domain/webhook-signature.js';
import { findKeyPair, insertKeyPair, type WebhookKeyPair } from './webhook-key-pair.queries.js';

/** Binds a sealed key to its organization, so it cannot be used for another one. */
export const keyContext = (organizationId: number) => `webhook-key:${organizationId}`;

/** How many opened keys are kept in memory; the oldest is dropped first. */
const MOST_OPENED = 1_000;

/** The Ed25519 key pair of each organization, created when first needed and then permanent. */
@Injectable()
export class WebhookKeyPairs {
  /** Promises, so that an organization's first deliveries, which come together, create only one pair. */
  private readonly opened = new Map<number, Promise<KeyObject>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** The key that signs the organization's deliveries. */
  secretKeyOf(organizationId: number): Promise<KeyObject> {
    const known = this.opened.get(organizationId);
    if (known) return known;
    const opening = this.open(organizationId);
    if (this.opened.size >= MOST_OPENED) this.opened.delete(this.opened.keys().next().value!);
    this.opened.set(organizationId, opening);
    opening.catch(() => this.opened.delete(organizationId));
    return opening;
  }

  /** `whpk_…` */
  async publicKeyOf(organizationId: number): Promise<string> {
    return (await this.pairOf(organizationId)).publicKey;
  }

  /** For anonymous callers, who never cause a key to be created. @throws AppError 404 as long as there is none */
  async publishedKeyOf(organizationId: number): Promise<string> {
    const pair = await findKeyPair(this.dataSource.manager, organizationId);
    if (!pair) throw notFound('Key');
    return pair.publicKey;
  }

  private async open(organizationId: number): Promise<KeyObject> {
    const { secretKeySealed } = await this.pairOf(organizationId);
    return readSecretKey(this.secretBox.openText(secretKeySealed, keyContext(organizationId)));
  }

  private async pairOf(organizationId: number): Promise<WebhookKeyPair> {
    const { manager } = this.dataSource;
    const found = await findKeyPair(manager, organizationId);
    if (found) return found;
    const { secretKey, publicKey } = newKeyPair();
    const secretKeySealed = this.secretBox.sealText(secretKey, keyContext(organizationId));
    await insertKeyPair(manager, organizationId, { secretKeySealed, publicKey });
    // If two are created at once, the first stays.
    return (await findKeyPair(manager, organizationId))!;
  }
}
