import { type FastifyReply } from 'fastify';
import type {} from '../../common/http/refusal.js';
import { type Refused } from '../domain/guess-limits.js';

/** The status of a page that says why an attempt was refused; the answer tells when to try again (RFC 9110 §10.2.3). */
export function refusalStatus(reply: FastifyReply, { minutes }: Refused): 429 {
  reply.refusal = 'failed_attempts';
  void reply.header('retry-after', String(minutes * 60));
  return 429;
}
