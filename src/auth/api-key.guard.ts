import { timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { AppError, unauthorized } from '../common/errors.js';
import { userAgentOf } from '../common/http/user-agent.js';
import { ApiKeyQueries } from '../organizations/api-key.queries.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { FailedAuthLimiter } from './failed-auth-limiter.js';
import { presentedKey } from './presented-key.js';
import { type Principal } from './principal.js';

export interface AuthenticatedRequest extends FastifyRequest {
  principal: Principal;
}

/** Admits requests with an active API key. Failures count against the IP address; a valid key never does. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly apiKeys: ApiKeyQueries,
    private readonly failures: FailedAuthLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    try {
      request.principal = await this.authenticate(request);
      return true;
    } catch (error) {
      if (error instanceof AppError) await this.failures.count(request.ip);
      throw error;
    }
  }

  private async authenticate(request: FastifyRequest): Promise<Principal> {
    const hash = sha256(presentedKey(request.headers));
    const found = await this.apiKeys.findByHash(hash);
    if (!found || !timingSafeEqual(found.keyHash, hash)) throw unauthorized();
    if (found.revokedAt !== null) throw unauthorized('API key revoked');
    const { id, organizationId, createdByUserId, scopes } = found;
    const { ip } = request;
    await this.apiKeys.recordUse(id, ip);
    return {
      organizationId,
      apiKeyId: id,
      userId: createdByUserId,
      scopes,
      ip,
      userAgent: userAgentOf(request),
    };
  }
}
