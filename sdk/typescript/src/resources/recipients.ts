import { type AnswerOf, type BodyOf } from '../operations.js';
import { type CallOptions, type ChangeOptions } from '../options.js';
import { json, type Transport } from '../transport.js';

/** Those who approve a request, read it, or get a copy. */
export class Recipients {
  constructor(private readonly transport: Transport) {}

  /** All of a request, in the order given. */
  list(signatureId: number, options?: CallOptions): Promise<AnswerOf<'recipientsList'>> {
    return this.transport.json('recipientsList', { path: { signatureId }, options });
  }

  /** Adds somebody who gets a copy, once the request is sent. */
  add(
    signatureId: number,
    recipient: BodyOf<'recipientsAdd'>,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'recipientsAdd'>> {
    return this.transport.json('recipientsAdd', { path: { signatureId }, body: json(recipient), options });
  }

  /** Sends the link again. */
  remind(
    signatureId: number,
    recipientId: number,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'recipientsRemind'>> {
    return this.transport.json('recipientsRemind', { path: { signatureId, recipientId }, options });
  }

  /** Corrects the address of somebody who has not acted: the old link stops working. */
  changeEmail(
    signatureId: number,
    recipientId: number,
    email: string,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'recipientsChangeEmail'>> {
    const path = { signatureId, recipientId };
    return this.transport.json('recipientsChangeEmail', { path, body: json({ email }), options });
  }

  /** Removes somebody for whom nobody waits. */
  remove(
    signatureId: number,
    recipientId: number,
    options?: ChangeOptions,
  ): Promise<AnswerOf<'recipientsRemove'>> {
    return this.transport.json('recipientsRemove', { path: { signatureId, recipientId }, options });
  }
}
