import { type AnswerOf, type BodyOf, type QueryOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { type Pages, pagesOf } from '../pages.js';
import { json, type Transport } from '../transport.js';

/** Requests for signatures. */
export class Signatures {
  constructor(private readonly transport: Transport) {}

  /** Creates a draft. */
  create(draft: BodyOf<'signaturesCreate'>, options?: ChangeOptions): Promise<AnswerOf<'signaturesCreate'>> {
    return this.transport.json('signaturesCreate', { body: json(draft), options });
  }

  /** The organization's requests, newest first unless the query says otherwise. */
  list(query: QueryOf<'signaturesList'> = {}, options?: CallOptions): Pages<AnswerOf<'signaturesList'>> {
    return pagesOf(this.transport, 'signaturesList', query, options);
  }

  /** A request with its signers. */
  get(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signaturesGet'>> {
    return this.transport.json('signaturesGet', { path: { signatureId }, options });
  }

  /** Only the status. To learn of changes as they happen, follow the events. */
  status(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signaturesStatus'>> {
    return this.transport.json('signaturesStatus', { path: { signatureId }, options });
  }

  /** What happened to the request, in order. */
  auditTrail(signatureId: number, options?: CallOptions): Promise<AnswerOf<'signaturesAuditTrail'>> {
    return this.transport.json('signaturesAuditTrail', { path: { signatureId }, options });
  }

  /** Sends a draft to its signers. */
  send(
    signatureId: number,
    request: BodyOf<'signaturesSend'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'signaturesSend'>> {
    return this.transport.json('signaturesSend', { path: { signatureId }, body: json(request), options });
  }

  /** Cancels a request: its links stop working, and it can no longer be read. */
  cancel(signatureId: number, options?: ChangeOptions): Promise<AnswerOf<'signaturesCancel'>> {
    return this.transport.json('signaturesCancel', { path: { signatureId }, options });
  }
}
