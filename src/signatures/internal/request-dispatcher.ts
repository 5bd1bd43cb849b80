import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SignatureDocument } from '../documents/signature-document.entity.js';
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
   * Moves a draft or a scheduled request to `created`; the audit trail names the document by its digest from here on.
   * The caller holds the request's row lock.
   * @param presented - the document that signers read
   * @param call - the facts of the call that sends it, none for scheduled sending; whether it sends many at once; the
   * request's signers, if they were just read
   */
  async dispatch(
    tx: EntityManager,
    request: Signature,
    presented: Pick<SignatureDocument, 'sha256'>,
    { facts = {}, isBulk = false, signers }: { facts?: object; isBulk?: boolean; signers?: Signer[] } = {},
  ): Promise<Signature> {
    const data = {
      documentSha256: presented.sha256.toString('hex'),
      ...(await this.forms.facts(tx, request, presented, signers)),
      ...facts,
    };
    return this.lifecycle.move(tx, request, 'created', data, { isBulk });
  }
}
