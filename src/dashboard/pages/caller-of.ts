import { type FastifyRequest } from 'fastify';
import { type Caller } from '../../auth/principal.js';
import { userAgentOf } from '../../common/http/user-agent.js';
import { type DashboardVisit } from './dashboard-visit.decorator.js';

/** The member as the caller who acts on the organization's requests. */
export const callerOf = (visit: DashboardVisit, request: FastifyRequest): Caller => ({
  organizationId: visit.organizationId,
  userId: visit.id,
  ip: visit.address,
  userAgent: userAgentOf(request),
});
