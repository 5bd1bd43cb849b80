import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { callFacts, type Principal } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { type CancelledSignatureDto } from './http/dto/signature-response.dto.js';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { Signature } from './signature.entity.js';
import { notYours, signatureNotFound } from './signature.errors.js';

/** Cancels a request in any state: its status stays, its links die, and every other path to it is 404. */
@Injectable()
export class CancellationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lifecycle: RequestLifecycle,
  ) {}

  /** Answers the same however often it is called. @throws AppError 403 for another organization's, 404 for none */
  async cancel(caller: Principal, id: number): Promise<CancelledSignatureDto> {
    return this.transactions.run(async (tx) => {
      const signature = await this.lockOwn(tx, caller.organizationId, id);
      const cancelled = signature.deletedAt
        ? signature
        : await this.lifecycle.cancel(tx, signature, callFacts(caller));
      return { id, status: cancelled.status, deletedAt: cancelled.deletedAt!.toISOString() };
    });
  }

  /** The one place that tells 'another's' from 'none', as the contract says of cancelling. */
  private async lockOwn(tx: EntityManager, organizationId: number, id: number): Promise<Signature> {
    const lock = { mode: 'pessimistic_write' } as const;
    const own = await tx.findOne(Signature, { where: { id, organizationId }, lock });
    if (own) return own;
    throw (await tx.existsBy(Signature, { id })) ? notYours() : signatureNotFound();
  }
}
