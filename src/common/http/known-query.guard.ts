import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { type FastifyRequest } from 'fastify';
import { invalid } from '../errors.js';

/** Refuses query parameters on a route that reads none. Elsewhere the validation of the query's DTO refuses them. */
@Injectable()
export class KnownQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(query as object);
    if (names.length === 0 || readsQuery(context)) return true;
    throw invalid(...names.map((field) => ({ field, message: `${field} is not a known field` })));
  }
}

function readsQuery(context: ExecutionContext): boolean {
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as
    Record<string, unknown> | undefined;
  // A key is the kind of the argument and its index: `4:1`.
  return Object.keys(args ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
