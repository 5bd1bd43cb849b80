import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { type DomainEvent } from '../../platform/events/domain-events.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { type Signature } from '../signature.entity.js';
import { SignerDraft } from './internal/signer-draft.entity.js';
import { type SignerKey } from './signer.entity.js';
import { deleteDrafts } from './signer.queries.js';

/** The fields of the signing form by name. */
export type DraftFields = Readonly<Record<string, string>>;

/**
 * Signers' unsigned entries: encrypted, one draft per signer. Deleted once the signer has signed or declined, the
 * request has ended, or the signer's address has changed.
 */
@Injectable()
export class SignerDrafts implements OnModuleInit {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.handle(tx, event));
  }

  /** A new address may belong to someone else. */
  private async handle(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.forget(tx, { id: data.id, organizationId });
  }

  /** Replaces the signer's draft. The caller holds the lock on the signer's row. */
  async keep(
    tx: EntityManager,
    { id: signerId, organizationId }: SignerKey,
    fields: DraftFields,
    browserHash: Buffer | null,
  ): Promise<void> {
    const sealed = this.secretBox.seal(Buffer.from(JSON.stringify(fields)), contextOf(signerId));
    const row = { signerId, organizationId, sealed, browserHash, updatedAt: () => 'app_now()' };
    await tx.upsert(SignerDraft, row, ['signerId']);
  }

  find(manager: EntityManager, { id: signerId, organizationId }: SignerKey): Promise<SignerDraft | null> {
    return manager.findOneBy(SignerDraft, { signerId, organizationId });
  }

  open({ sealed, signerId }: SignerDraft): DraftFields {
    return JSON.parse(this.secretBox.open(sealed, contextOf(signerId)).toString()) as DraftFields;
  }

  async forget(tx: EntityManager, { id: signerId, organizationId }: SignerKey): Promise<void> {
    await tx.delete(SignerDraft, { signerId, organizationId });
  }

  /** Removes the drafts of all signers, once the request has ended. */
  forgetAll(tx: EntityManager, request: Pick<Signature, 'id' | 'organizationId'>): Promise<void> {
    return deleteDrafts(tx, request);
  }
}

export const contextOf = (signerId: number) => `signer-draft:${signerId}`;
