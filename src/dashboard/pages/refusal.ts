import { type FastifyReply } from 'fastify';
import { type Refused } from '../../accounts/domain/guess-limits.js';
import type {} from '../../common/http/refusal.js';

/** The status of a page that explains a refused attempt. Also sets the time to retry after (RFC 9110 §10.2.3). */
export function refusalStatus(reply: FastifyReply, { minutes }: Refused): 429 {
  reply.refusal = 'failed_attempts';
  void reply.header('retry-after', String(minutes * 60));
  return 429;
}
