import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { pageLinks } from '../common/http/page-links.js';
import { Settings } from '../platform/config/settings.js';

type PageParameter = 'skip' | 'offset' | 'page';
/** A page of a list, which states its own position. */
type ListPage = { total: number; limit: number } & Partial<Record<PageParameter, number>>;

/** Names the parameter that pages through a list. */
export const PagedBy = Reflector.createDecorator<PageParameter>();

/** Adds the `Link` header to the answer of a list. */
@Injectable()
export class PageLinksInterceptor implements NestInterceptor<ListPage> {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: Settings,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<ListPage>): Observable<ListPage> {
    const http = context.switchToHttp();
    const address = this.settings.publicUrl + http.getRequest<FastifyRequest>().url;
    const by = this.reflector.get(PagedBy, context.getHandler());
    return next.handle().pipe(
      tap((page) => {
        const links = linksOf(address, page, by);
        if (links !== undefined) void http.getResponse<FastifyReply>().header('link', links);
      }),
    );
  }
}

function linksOf(address: string, page: ListPage, by: PageParameter): string | undefined {
  const { total, limit } = page;
  const [at, isNumbered] = [page[by]!, by === 'page'];
  const before = isNumbered ? (at - 1) * limit : at;
  return pageLinks(address, { total, limit, before }, (items) => ({
    [by]: isNumbered ? items / limit + 1 : items,
  }));
}
