import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Caller, callFacts } from '../auth/principal.js';
import { Transactions } from '../platform/database/transactions.js';
import { findAnyRequest } from './live-request.queries.js';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { Signature } from './signature.entity.js';
import { notYours, signatureNotFound } from './signature.errors.js';

/** Cancels requests in any state. The status stays, the links stop working, and every other path to the request is 404. */
@Injectable()
export class CancellationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly lifecycle: RequestLifecycle,
  ) {}

  /** Cancelling again changes nothing. @throws AppError 403 for another organization's request, 404 if there is none */
  cancel(caller: Caller, id: number): Promise<Signature> {
    return this.transactions.run(async (tx) => {
      const request = await this.lockOwn(tx, caller.organizationId, id);
      return request.deletedAt ? request : this.lifecycle.cancel(tx, request, callFacts(caller));
    });
  }

  /** Only cancelling distinguishes another organization's request from a missing one, as the contract requires. */
  private async lockOwn(tx: EntityManager, organizationId: number, id: number): Promise<Signature> {
    const own = await findAnyRequest(tx, { organizationId, signatureId: id }, { lock: true });
    if (own) return own;
    throw (await tx.existsBy(Signature, { id })) ? notYours() : signatureNotFound();
  }
}
