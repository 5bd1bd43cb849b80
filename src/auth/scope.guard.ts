import { applyDecorators, type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { missingScope } from '../common/errors.js';
import { type Scope } from '../organizations/scopes.js';
import { type AuthenticatedRequest } from './api-key.guard.js';

const NeededScope = Reflector.createDecorator<Scope>();
/** Key in the OpenAPI document for the scope that an operation needs. */
export const REQUIRED_SCOPE = 'x-required-scope';

/** Names the scope that a route needs. */
export const RequireScope = (scope: Scope): MethodDecorator =>
  applyDecorators(NeededScope(scope), ApiExtension(REQUIRED_SCOPE, scope));

/** Refuses a key without the route's scope. A route without a scope is open to every key. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const scope = this.reflector.get(NeededScope, context.getHandler());
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (scope === undefined || principal.scopes.includes(scope)) return true;
    throw missingScope(scope);
  }
}
