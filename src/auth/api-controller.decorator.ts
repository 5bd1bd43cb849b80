import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { KnownQueryGuard } from '../common/http/known-query.guard.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiThrottlerGuard } from './api-throttler.guard.js';
import { IdempotentOperations } from './idempotent-operations.decorator.js';
import { ScopeGuard } from './scope.guard.js';

/** A controller of the REST interface under `/api/v1/<path>`: checks the key, the rate, the scope, then the query. */
export function ApiController(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`api/v1/${path}`),
    UseGuards(ApiKeyGuard, ApiThrottlerGuard, ScopeGuard, KnownQueryGuard),
    IdempotentOperations(),
    ApiTags(path.split('/')[0]!),
    ApiBearerAuth(),
    ApiSecurity('x-api-key'),
  );
}
