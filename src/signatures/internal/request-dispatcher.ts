import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type SignatureDocument } from '../documents/signature-document.entity.js';
import { SentForms } from '../form/sent-forms.js';
import { RequestLifecycle } from '../request-lifecycle.js';
import { type Signature } from '../signature.entity.js';

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
   * @param call - the facts of the call that sends it, none for scheduled sending, and whether it sends many at once
   */
  async dispatch(
    tx: EntityManager,
    request: Signature,
    presented: Pick<SignatureDocument, 'sha256'>,
    { facts = {}, isBulk = false }: { facts?: object; isBulk?: boolean } = {},
  ): Promise<Signature> {
    const data = {
      documentSha256: presented.sha256.toString('hex'),
      ...(await this.forms.facts(tx, request, presented)),
      ...facts,
    };
    return this.lifecycle.move(tx, request, 'created', data, { isBulk });
  }
}
