import { type FastifyInstance } from 'fastify';
import type {} from '../../common/http/refusal.js';
import { type Metrics } from './metrics.js';

/** Paths contain ids and tokens, so requests are counted by the pattern of their route. */
const NO_ROUTE = 'unknown';

/** Counts and times every answer, by route and status. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (reply.refusal !== undefined) metrics.countRefusal(reply.refusal);
    done();
  });
}
