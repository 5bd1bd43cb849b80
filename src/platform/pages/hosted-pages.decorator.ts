import { applyDecorators, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageInterceptor } from './page.interceptor.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageThrottlerGuard } from './page-throttler.guard.js';

/** A controller of pages under `/path/:token`: rendered, rate-limited by link, with errors as pages. */
export function HostedPages(path: string): ClassDecorator {
  return applyDecorators(
    Controller(path),
    UseGuards(PageThrottlerGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageErrorFilter),
    ApiExcludeController(),
  );
}
