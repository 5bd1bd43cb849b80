import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { conflict, invalid } from '../common/errors.js';
import { Transactions } from '../platform/database/transactions.js';
import { type Claim } from '../platform/idempotency/idempotency-key.queries.js';
import { IdempotencyKeys, type KeptAnswer } from '../platform/idempotency/idempotency-keys.js';
import { Uploads } from '../platform/storage/uploads.js';
import { type AuthenticatedRequest } from './api-key.guard.js';

export const KEY_HEADER = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;
const VISIBLE_ASCII = /^[!-~]*$/;

export const keyInUse = () =>
  conflict(
    'idempotency_key_in_use',
    `The first request with this ${KEY_HEADER} is still running; repeat the request in a few seconds`,
  );
export const keyReused = () =>
  conflict(
    'idempotency_key_reused',
    `This ${KEY_HEADER} was used for another method, path or body; a new request needs a new key`,
  );

/**
 * Answers a repeated request like the first one. The answer is stored in the transaction of the effect, so that both
 * exist or neither. A request that fails stores nothing.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly transactions: Transactions,
    private readonly uploads: Uploads,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<object>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const header = request.headers['idempotency-key'];
    if (header === undefined) return next.handle();
    const found = await this.keys.claim(request.principal.organizationId, validKey(header));
    if (found.state === 'running') throw keyInUse();
    const reply = http.getResponse<FastifyReply>();
    const { status, body } =
      found.state === 'claimed'
        ? await this.answer(found.claim, request, reply, next)
        : await this.replay(found.answer, request, reply);
    void reply.status(status).type('application/json; charset=utf-8');
    return of(body);
  }

  private answer(
    claim: Claim,
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler<object>,
  ): Promise<KeptAnswer> {
    const handle = async () => {
      const body = JSON.stringify(await lastValueFrom(next.handle()));
      return { requestHash: hashOf(request), status: reply.statusCode, body };
    };
    return this.keys.during(claim, () =>
      this.transactions.hold(handle, async (tx, answer) => {
        if (!(await this.keys.keep(tx, claim, answer))) throw keyInUse();
      }),
    );
  }

  private async replay(
    answer: KeptAnswer,
    request: AuthenticatedRequest,
    reply: FastifyReply,
  ): Promise<KeptAnswer> {
    await this.uploads.readAgain(request, request.principal.organizationId);
    if (!answer.requestHash.equals(hashOf(request))) throw keyReused();
    void reply.header('idempotency-replayed', 'true');
    return answer;
  }
}

/** @throws AppError 400 */
function validKey(header: string | string[]): string {
  const key = String(header);
  const message = !VISIBLE_ASCII.test(key)
    ? `${KEY_HEADER} must be visible ASCII characters, without spaces`
    : key.length === 0 || key.length > MAX_KEY_LENGTH
      ? `${KEY_HEADER} has ${key.length} characters, but must have 1 to ${MAX_KEY_LENGTH}`
      : null;
  if (message !== null) throw invalid({ field: KEY_HEADER, message });
  return key;
}

/** To be called once the body has been read. */
function hashOf({ method, url, bodyDigest }: FastifyRequest): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(bodyDigest!.digest()).digest();
}
