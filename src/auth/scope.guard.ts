import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { forbidden } from '../common/errors.js';
import { type Scope } from '../organizations/scopes.js';
import { type AuthenticatedRequest } from './api-key.guard.js';

/** Names the scope that a route needs. */
export const RequireScope = Reflector.createDecorator<Scope>();

/** Refuses a key without the route's scope. A route that names no scope is open to every key. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scope = this.reflector.get(RequireScope, context.getHandler());
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (scope === undefined || principal.scopes.includes(scope)) return true;
    throw forbidden(`This API key lacks the scope ${scope}`, 'missing_scope');
  }
}
