import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { PagedBy, PageLinksInterceptor } from './page-links.interceptor.js';

/** Key in the OpenAPI document. */
export const PAGED = 'x-paged';

/** Adds a `Link` header to a list. @param by - the parameter that names the page */
export const Paged = (by: 'skip' | 'offset' | 'page'): MethodDecorator =>
  applyDecorators(PagedBy(by), UseInterceptors(PageLinksInterceptor), ApiExtension(PAGED, by));
