import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type DocumentDigest } from '../../audit-chain/evidence-version-2.js';
import { SentForms } from '../form/sent-forms.js';
import { RequestLifecycle } from '../request-lifecycle.js';
import { type Signature } from '../signature.entity.js';
import { type Signer } from '../signers/signer.entity.js';

/** Sends requests to their signers. */
@Injectable()
export class RequestDispatcher {
  constructor(
    private readonly lifecycle: RequestLifecycle,
    private readonly forms: SentForms,
  ) {}

  /**
   * Moves a draft or a scheduled request to `created`; the audit trail names its documents by their digests from here on.
   * The caller holds the request's row lock.
   * @param documents - those that signers read, in order
   * @param call - the facts of the call that sends it, none for scheduled sending; whether it sends many at once; the
   * request's signers, if they were just read
   */
  async dispatch(
    tx: EntityManager,
    request: Signature,
    documents: readonly DocumentDigest[],
    { facts = {}, isBulk = false, signers }: { facts?: object; isBulk?: boolean; signers?: Signer[] } = {},
  ): Promise<Signature> {
    const data = {
      documentSha256: documents[0]!.sha256,
      ...(await this.forms.facts(tx, request, documents, signers)),
      ...facts,
    };
    return this.lifecycle.move(tx, request, 'created', data, { isBulk });
  }
}
