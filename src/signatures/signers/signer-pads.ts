import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { sha256 } from '../../platform/crypto/tokens.js';
import { type DomainEvent } from '../../platform/events/domain-events.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { type Signature } from '../signature.entity.js';
import { type SignerKey } from './signer.entity.js';
import {
  deletePad,
  deletePads,
  drawOnPad,
  findPad,
  findPadByToken,
  openPad,
  type SignerPad,
} from './signer-pad.queries.js';

/**
 * Pads for drawing a signature on a different device from the one showing the document. A signer has one at a time;
 * its token opens nothing else. Deleted once the signer has signed or declined, the request has ended, or the
 * signer's address has changed.
 */
@Injectable()
export class SignerPads implements OnModuleInit {
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

  /** Replaces the signer's pad. The caller holds the lock on the signer's row. */
  open(
    tx: EntityManager,
    signer: SignerKey,
    { token, deskHash }: { token: string; deskHash: Buffer },
  ): Promise<void> {
    return openPad(tx, signer, { tokenHash: sha256(token), deskHash });
  }

  ofSigner(manager: EntityManager, signer: SignerKey): Promise<SignerPad | null> {
    return findPad(manager, signer);
  }

  ofToken(manager: EntityManager, token: string): Promise<SignerPad | null> {
    return findPadByToken(manager, sha256(token));
  }

  /** Stores the drawing. @returns false if there is one already, or the pad has expired or was replaced */
  draw(tx: EntityManager, signer: SignerKey, token: string, strokes: number[][]): Promise<boolean> {
    const sealed = this.secretBox.seal(Buffer.from(JSON.stringify(strokes)), contextOf(signer.id));
    return drawOnPad(tx, signer, { tokenHash: sha256(token), sealed });
  }

  /** The drawing as sent by the pad; null if there is none. */
  read({ sealed, signerId }: SignerPad): number[][] | null {
    if (sealed === null) return null;
    return JSON.parse(this.secretBox.open(sealed, contextOf(signerId)).toString()) as number[][];
  }

  forget(tx: EntityManager, signer: SignerKey): Promise<void> {
    return deletePad(tx, signer);
  }

  /** Removes the pads of all signers, once the request has ended. */
  forgetAll(tx: EntityManager, request: Pick<Signature, 'id' | 'organizationId'>): Promise<void> {
    return deletePads(tx, request);
  }
}

export const contextOf = (signerId: number) => `signer-pad:${signerId}`;
