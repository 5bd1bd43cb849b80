import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SecretBox } from '../platform/crypto/secret-box.service.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type DomainEvent } from '../platform/events/domain-events.js';
import { EventBus } from '../platform/events/event-bus.service.js';
import { type Signature } from './signature.entity.js';
import { type Signer } from './signer.entity.js';

/** How long a pad can be drawn on. */
export const PAD_MINUTES = 15;

type SignerKey = Pick<Signer, 'id' | 'organizationId'>;

/** A pad as it is now. Times are compared with the database's clock. */
export interface SignerPad {
  signerId: number;
  organizationId: number;
  /** Of the browser for which it was opened, and the only one that gets the drawing. */
  deskHash: Buffer;
  /** Encrypted; null until something was drawn. */
  sealed: Buffer | null;
  isExpired: boolean;
}

const COLUMNS = `
  signer_id as "signerId", organization_id as "organizationId", desk_hash as "deskHash", sealed,
  expires_at <= app_now() as "isExpired"`;

const OPEN = `
  insert into signer_pads as p (signer_id, organization_id, token_hash, desk_hash, expires_at)
  values ($1, $2, $3, $4, app_now() + interval '${PAD_MINUTES} minutes')
  on conflict (signer_id) do update set
    token_hash = excluded.token_hash, desk_hash = excluded.desk_hash, expires_at = excluded.expires_at, sealed = null
  where p.organization_id = excluded.organization_id`;

const FIND = `select ${COLUMNS} from signer_pads where signer_id = $1 and organization_id = $2`;

/** The token is random and decides whose organization it is. */
const FIND_BY_TOKEN = `select ${COLUMNS} from signer_pads where token_hash = $1`;

const DRAW = `
  update signer_pads set sealed = $4
  where signer_id = $1 and organization_id = $2 and token_hash = $3 and sealed is null and expires_at > app_now()`;

const FORGET = 'delete from signer_pads where signer_id = $1 and organization_id = $2';

const FORGET_ALL = `
  delete from signer_pads p using signature_signers s
  where s.signature_id = $1 and s.organization_id = $2
    and p.signer_id = s.id and p.organization_id = s.organization_id`;

/**
 * Pads on which a signature is drawn with another device than the one that shows the document. A signer has one at a time;
 * its token opens nothing else. It is gone once the signer has signed or declined, the request has ended, or the signer's
 * address has changed.
 */
@Injectable()
export class SignerPads implements OnModuleInit {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.events.listen((tx, event) => this.hear(tx, event));
  }

  /** A new address may belong to somebody else. */
  private async hear(tx: EntityManager, { type, organizationId, data }: DomainEvent): Promise<void> {
    if (type === 'signer.email_changed') await this.forget(tx, { id: data.id, organizationId });
  }

  /** Replaces the signer's pad. The caller holds the lock on the signer's row. */
  async open(
    tx: EntityManager,
    { id, organizationId }: SignerKey,
    { token, deskHash }: { token: string; deskHash: Buffer },
  ): Promise<void> {
    await tx.query(OPEN, [id, organizationId, sha256(token), deskHash]);
  }

  async ofSigner(manager: EntityManager, { id, organizationId }: SignerKey): Promise<SignerPad | null> {
    const rows = await manager.query<SignerPad[]>(FIND, [id, organizationId]);
    return rows[0] ?? null;
  }

  async ofToken(manager: EntityManager, token: string): Promise<SignerPad | null> {
    const rows = await manager.query<SignerPad[]>(FIND_BY_TOKEN, [sha256(token)]);
    return rows[0] ?? null;
  }

  /** Keeps the drawing. @returns false if there is one already, or the pad has expired or was replaced */
  async draw(
    tx: EntityManager,
    { id, organizationId }: SignerKey,
    token: string,
    strokes: number[][],
  ): Promise<boolean> {
    const sealed = this.secretBox.seal(Buffer.from(JSON.stringify(strokes)), contextOf(id));
    const [, drawn] = await tx.query<[unknown[], number]>(DRAW, [id, organizationId, sha256(token), sealed]);
    return drawn === 1;
  }

  /** What was drawn, as the pad gives it; null if nothing was. */
  read({ sealed, signerId }: SignerPad): number[][] | null {
    if (sealed === null) return null;
    return JSON.parse(this.secretBox.open(sealed, contextOf(signerId)).toString()) as number[][];
  }

  async forget(tx: EntityManager, { id, organizationId }: SignerKey): Promise<void> {
    await tx.query(FORGET, [id, organizationId]);
  }

  /** Removes the pads of all signers, once the request has ended. */
  async forgetAll(
    tx: EntityManager,
    { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
  ): Promise<void> {
    await tx.query(FORGET_ALL, [id, organizationId]);
  }
}

const contextOf = (signerId: number) => `signer-pad:${signerId}`;
