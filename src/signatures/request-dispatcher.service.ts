import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { RequestLifecycle } from './request-lifecycle.service.js';
import { type Signature } from './signature.entity.js';
import { presentedDocument } from './signature-document.queries.js';

/** Puts a request before its signers. */
@Injectable()
export class RequestDispatcher {
  constructor(private readonly lifecycle: RequestLifecycle) {}

  /**
   * Moves a draft or a scheduled request to `created`; the audit trail names the document by its digest from here on.
   * The caller holds the request's row lock.
   * @param facts of the call that sends it; none at its scheduled time
   */
  async dispatch(tx: EntityManager, request: Signature, facts: object = {}): Promise<Signature> {
    const { sha256 } = await presentedDocument(tx, request);
    return this.lifecycle.move(tx, request, 'created', { documentSha256: sha256.toString('hex'), ...facts });
  }
}
