import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { type CancellationReason } from './domain/cancellation.js';
import { MemberActions } from './internal/member-actions.js';
import { notYours, signatureNotFound } from './internal/signature.errors.js';
import { findAnyRequest } from './live-request.queries.js';
import { RequestLifecycle } from './request-lifecycle.js';
import { Signature } from './signature.entity.js';

/**
 * Cancels requests in any state. Keeps the status, disables the links, and makes every other path of the API
 * to the request a 404. Members still see it, unless it was a draft.
 */
@Injectable()
export class CancellationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lifecycle: RequestLifecycle,
    private readonly actions: MemberActions,
  ) {}

  /**
   * Cancelling again changes nothing, not even the reason.
   * @throws AppError 403 for another organization's request, 404 if there is none
   */
  cancel(caller: Caller, id: number, reason?: CancellationReason): Promise<Signature> {
    return this.transactions.run(async (tx) => {
      const request = await this.lockOwn(tx, caller.organizationId, id);
      if (request.deletedAt) return request;
      const kept = request.status === 'draft' ? undefined : reason;
      const cancelled = await this.lifecycle.cancel(tx, request, callFacts(caller), kept);
      await this.actions.record(tx, caller, { type: 'signature_cancelled', signatureId: id });
      return cancelled;
    });
  }

  /** Only cancelling distinguishes another organization's request from a missing one, as the contract requires. */
  private async lockOwn(tx: EntityManager, organizationId: number, id: number): Promise<Signature> {
    const own = await findAnyRequest(tx, { organizationId, signatureId: id }, { lock: true });
    if (own) return own;
    throw (await tx.existsBy(Signature, { id })) ? notYours() : signatureNotFound();
  }
}
