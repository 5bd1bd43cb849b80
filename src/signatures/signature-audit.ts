import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Raw } from 'typeorm';
import { type ChainedEvent, hashOfEvent } from '../audit-chain/audit-chain.js';
import { canonicalJson } from '../audit-chain/canonical-json.js';
import { envelopeIdOf } from '../audit-chain/envelope-id.js';
import { type Erased, TOMBSTONE } from '../audit-chain/hash-chain.js';
import { CHANGES_OF_ADDRESS, isOpening } from '../audit-chain/signer-proofs.js';
import { newSalt } from '../platform/crypto/tokens.js';
import { OrganizationChanges } from '../platform/events/organization-changes.js';
import {
  appendAuditEvent,
  countEventsOfLastHour,
  eraseAuditEvent,
  hasDrawnMark,
  isFromTemplate,
  sendingListsDocuments,
} from './internal/signature-audit.queries.js';
import { type RequestKey } from './live-request.queries.js';
import { type RecipientKey } from './recipients/recipient.entity.js';
import { type Signature } from './signature.entity.js';
import { SignatureAuditEvent } from './signature-audit-event.entity.js';
import { SIGNATURES } from './signature-topic.js';
import { type Signer } from './signers/signer.entity.js';

export type SignatureAuditType =
  | 'created'
  | 'document_uploaded'
  | 'document_removed'
  | 'document_typeset'
  | 'scheduled'
  | 'sent'
  | 'email_accepted'
  | 'email_failed'
  | 'link_fetched'
  | 'opened'
  | 'code_sent'
  | 'code_failed'
  | 'code_verified'
  | 'identity_started'
  | 'identity_passed'
  | 'identity_failed'
  | 'document_read'
  | 'mark_drawn'
  | 'consent'
  | 'signed'
  | 'certificate_signed'
  | 'rejected'
  | 'email_changed'
  | 'handed_over'
  | 'reminded'
  | 'link_shown'
  | 'hosted'
  | 'expired'
  | 'sealed'
  | 'completed'
  | 'cancelled'
  | 'downloaded'
  | 'approved'
  | 'viewed'
  | 'copied'
  | 'recipient_added'
  | 'recipient_removed'
  | 'data_erased';

export type SignerOfRequest = Pick<Signer, 'organizationId' | 'signatureId' | 'id'>;

export interface SignatureAuditEntry {
  organizationId: number;
  signatureId: number;
  signerId?: number;
  /** Of somebody who does not sign; a fact like the others, so that the chain is the same for both. */
  recipientId?: number;
  type: SignatureAuditType;
  /** Facts in plain JSON; must not contain a token. */
  data?: Record<string, unknown>;
}

interface Erasure {
  trail: readonly ChainedEvent[];
  remains: ReadonlyMap<number, ChainedEvent['data']>;
  facts?: Record<string, unknown> | undefined;
}

/** Writes the audit trail, in the same transaction as the recorded change, and notifies open pages. */
@Injectable()
export class SignatureAudit {
  constructor(private readonly changes: OrganizationChanges) {}

  /** Adds the next event to the chain. Locks the request's row, so lock that before any rows of its signers. */
  async record(tx: EntityManager, entry: SignatureAuditEntry): Promise<void> {
    const { organizationId, signatureId, signerId = null, recipientId, type, data = {} } = entry;
    // Salted, so erased data cannot be guessed from the hash. Facts that contain digests bring the salt of these.
    const isPersonal = signerId !== null || recipientId !== undefined;
    const own = recipientId === undefined ? data : { recipientId, ...data };
    const facts = isPersonal ? { salt: newSalt(), ...own } : own;
    const event = { organizationId, signatureId, signerId, type, data: canonicalJson(facts) };
    await appendAuditEvent(tx, event);
    this.changes.mark(tx, organizationId, SIGNATURES);
  }

  /** Whether the link was sent to the signer's current address, or was fetched or opened. */
  hasLink(tx: EntityManager, signer: SignerOfRequest): Promise<boolean> {
    return this.hasSinceAddress(tx, signer, ['email_accepted', 'link_fetched', 'opened']);
  }

  /** Whether a person has opened the link since the signer's address last changed. */
  async hasOpened(manager: EntityManager, signer: SignerOfRequest): Promise<boolean> {
    const events = await this.sinceAddress(manager, signer, 'opened');
    return events.some(isOpening);
  }

  /** The signer's events of a type since their address last changed, in order. */
  async sinceAddress(
    manager: EntityManager,
    { organizationId, signatureId, id: signerId }: SignerOfRequest,
    type: SignatureAuditType,
  ): Promise<SignatureAuditEvent[]> {
    const where = { organizationId, signatureId, signerId, type: In([type, ...CHANGES_OF_ADDRESS]) };
    const events = await manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
    return events.slice(events.findLastIndex((event) => CHANGES_OF_ADDRESS.includes(event.type)) + 1);
  }

  /**
   * The ids of the checks started since the signer's address last changed, oldest first. Earlier ones may be another
   * person's, even at the same address, since signers can hand over and be handed back to under another name.
   */
  async verificationsOf(manager: EntityManager, signer: SignerOfRequest): Promise<number[]> {
    const started = await this.sinceAddress(manager, signer, 'identity_started');
    return started.map(({ data }) => Number(data.verificationId));
  }

  /** Whether the signer drew this mark on a different device from the one they sign on. */
  hasDrawn(tx: EntityManager, signer: SignerOfRequest, markSha256: string): Promise<boolean> {
    return hasDrawnMark(tx, signer, markSha256);
  }

  /** A recipient's events of a type since their address last changed, in order. */
  async ofRecipient(
    manager: EntityManager,
    { organizationId, signatureId, id }: RecipientKey,
    type: SignatureAuditType,
  ): Promise<SignatureAuditEvent[]> {
    const data = Raw((column) => `${column} ->> 'recipientId' = :recipientId`, { recipientId: String(id) });
    const where = { organizationId, signatureId, type: In([type, 'email_changed']), data };
    const events = await manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
    return events.slice(events.findLastIndex((event) => event.type === 'email_changed') + 1);
  }

  /** Whether a person has opened the link since the recipient's address last changed. */
  async hasRecipientOpened(manager: EntityManager, recipient: RecipientKey): Promise<boolean> {
    return (await this.ofRecipient(manager, recipient, 'opened')).some(isOpening);
  }

  private async hasSinceAddress(
    tx: EntityManager,
    { organizationId, signatureId, id: signerId }: SignerOfRequest,
    types: SignatureAuditType[],
  ): Promise<boolean> {
    const where = { organizationId, signatureId, signerId, type: In([...types, ...CHANGES_OF_ADDRESS]) };
    const last = await tx.findOne(SignatureAuditEvent, { where, order: { number: 'DESC' } });
    return last !== null && !CHANGES_OF_ADDRESS.includes(last.type);
  }

  /** The signer's events of a type, in order. */
  ofSigner(
    manager: EntityManager,
    { organizationId, signatureId, id: signerId }: SignerOfRequest,
    type: SignatureAuditType,
  ): Promise<SignatureAuditEvent[]> {
    const where = { organizationId, signatureId, signerId, type };
    return manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
  }

  /** The request's events of a type, in order. */
  ofRequest(
    manager: EntityManager,
    { organizationId, signatureId }: RequestKey,
    type: SignatureAuditType,
  ): Promise<SignatureAuditEvent[]> {
    const where = { organizationId, signatureId, type };
    return manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
  }

  /** The events in which a request's signers signed, in order. */
  signings(
    manager: EntityManager,
    { organizationId, id: signatureId }: Pick<Signature, 'organizationId' | 'id'>,
  ): Promise<SignatureAuditEvent[]> {
    const where = { organizationId, signatureId, type: 'signed' };
    return manager.find(SignatureAuditEvent, { where, order: { number: 'ASC' } });
  }

  /** Whether the request was made from a template, whatever was changed in its draft. */
  isFromTemplate(
    manager: EntityManager,
    request: Pick<Signature, 'organizationId' | 'id'>,
  ): Promise<boolean> {
    return isFromTemplate(manager, request);
  }

  /** Whether the event that sent the request lists its documents, so that its evidence has version 2. */
  listsDocuments(
    manager: EntityManager,
    request: Pick<Signature, 'organizationId' | 'id'>,
  ): Promise<boolean> {
    return sendingListsDocuments(manager, request);
  }

  /** The number of events of this type that the signer caused within the last hour. */
  countLastHour(tx: EntityManager, signer: SignerOfRequest, type: SignatureAuditType): Promise<number> {
    return countEventsOfLastHour(tx, signer, type);
  }

  /** The id on a request's papers. @throws Error for a request without events */
  async envelopeId(
    tx: EntityManager,
    { id, organizationId }: Pick<Signature, 'id' | 'organizationId'>,
  ): Promise<string> {
    const where = { organizationId, signatureId: id, number: 1 };
    const { hash } = await tx.findOneByOrFail(SignatureAuditEvent, where);
    return envelopeIdOf(hash.toString('hex'));
  }

  /**
   * Erases personal data from events, and adds the tombstone that vouches for the rest. The caller holds the
   * request's lock and has read `trail` under it.
   * @param erasure - `remains`: the data left of events, by event number; `facts`: further facts for the tombstone
   */
  async erase(
    tx: EntityManager,
    { organizationId, signatureId }: RequestKey,
    { trail, remains, facts = {} }: Erasure,
  ): Promise<void> {
    const events: Erased[] = trail
      .filter(({ number }) => remains.has(number))
      .map((event) => ({
        number: event.number,
        sha256: hashOfEvent({ ...event, data: remains.get(event.number)! }),
      }));
    await this.record(tx, { organizationId, signatureId, type: TOMBSTONE, data: { ...facts, events } });
    const erasedIn = trail.length + 1;
    for (const [number, data] of remains)
      await eraseAuditEvent(tx, {
        organizationId,
        signatureId,
        number,
        erasedIn,
        data: canonicalJson(data),
      });
  }

  /** The whole trail in order. */
  async trail(
    tx: EntityManager,
    organizationId: number,
    signatureId: number,
  ): Promise<SignatureAuditEvent[]> {
    return tx.find(SignatureAuditEvent, { where: { organizationId, signatureId }, order: { number: 'ASC' } });
  }
}

/** An event as hashed, or as left by an erasure. */
export function toChainedEvent(event: SignatureAuditEvent): ChainedEvent {
  const { createdAt, data, number, previous, signatureId, signerId, type, hash, erasedIn } = event;
  return {
    createdAt: createdAt.toISOString(),
    data,
    number,
    previous: previous?.toString('hex') ?? null,
    signatureId,
    signerId,
    type,
    hash: hash.toString('hex'),
    ...(erasedIn === null ? {} : { erasedIn }),
  };
}
