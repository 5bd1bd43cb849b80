import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { SignatureAuditEvent } from './signature-audit-event.entity.js';

export type SignatureAuditType =
  | 'created'
  | 'document_uploaded'
  | 'document_typeset'
  | 'scheduled'
  | 'sent'
  | 'email_accepted'
  | 'email_failed'
  | 'opened'
  | 'code_sent'
  | 'code_failed'
  | 'code_verified'
  | 'identity_started'
  | 'identity_passed'
  | 'identity_failed'
  | 'signed'
  | 'rejected'
  | 'email_changed'
  | 'reminded'
  | 'expired'
  | 'completed'
  | 'cancelled'
  | 'downloaded';

export interface SignatureAuditEntry {
  organizationId: number;
  signatureId: number;
  signerId?: number;
  type: SignatureAuditType;
  /** Facts in plain JSON; never a token. */
  data?: Record<string, unknown>;
}

/** Writes the audit trail, in the transaction of what it tells. */
@Injectable()
export class SignatureAudit {
  async record(tx: EntityManager, entry: SignatureAuditEntry): Promise<void> {
    await tx.insert(SignatureAuditEvent, entry as never);
  }

  /** The whole trail in order. */
  async trail(
    tx: EntityManager,
    organizationId: number,
    signatureId: number,
  ): Promise<SignatureAuditEvent[]> {
    return tx.find(SignatureAuditEvent, { where: { organizationId, signatureId }, order: { id: 'ASC' } });
  }
}
