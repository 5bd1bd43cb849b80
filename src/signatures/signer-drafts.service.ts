import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { SignerDraft } from './signer-draft.entity.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signer.entity.js';
import { deleteDrafts } from './signer.queries.js';

type SignerKey = Pick<Signer, 'id' | 'organizationId'>;

/** The fields of the signing form by name. */
export type DraftFields = Readonly<Record<string, string>>;

/**
 * What signers have entered and not signed yet: encrypted, one for each signer. It is gone once the signer has signed or
 * declined, the request has ended, or the signer's address has changed.
 */
@Injectable()
export class SignerDrafts implements OnModuleInit {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.hear(tx, event));
  }

  /** A new address may belong to someone else. */
  private async hear(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
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
