import { applyDecorators, Controller, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageInterceptor } from '../../platform/pages/page.interceptor.js';
import { PageThrottlerGuard } from '../../platform/pages/page-throttler.guard.js';
import { type Area } from '../domain/areas.js';
import { DashboardGuard, InArea } from './dashboard.guard.js';
import { DashboardErrorFilter } from './dashboard-error.filter.js';
import { KeptFormsInterceptor } from './kept-forms.interceptor.js';

/** A controller of pages below `/dashboard`, at one or several paths, for members whose role opens the area. */
export function DashboardPages(path: string | readonly string[], area: Area): ClassDecorator {
  return applyDecorators(
    DashboardStreams(path, area),
    UseInterceptors(PageInterceptor, KeptFormsInterceptor),
  );
}

/** A controller of streams below `/dashboard` for members whose role opens the area. */
export function DashboardStreams(path: string | readonly string[], area: Area): ClassDecorator {
  return applyDecorators(
    Controller([path].flat().map((each) => `dashboard${each}`)),
    InArea(area),
    UseGuards(DashboardGuard),
    UseFilters(DashboardErrorFilter),
    ApiExcludeController(),
  );
}

/** A controller of pages below `/dashboard` for people who are not signed in. */
export function OpenDashboardPages(path: string): ClassDecorator {
  return applyDecorators(
    Controller(`dashboard${path}`),
    UseGuards(PageThrottlerGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(DashboardErrorFilter),
    ApiExcludeController(),
  );
}
