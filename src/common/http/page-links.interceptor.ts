import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import { pageLinks } from './page-links.js';

/** A list's answer, which says itself where it stands. */
type ListPage = { total: number; limit: number } & Partial<Record<'skip' | 'offset' | 'page', number>>;

/** Adds the `Link` header to the answer of a list. */
export class PageLinksInterceptor implements NestInterceptor<ListPage> {
  constructor(private readonly by: 'skip' | 'offset' | 'page') {}

  intercept(context: ExecutionContext, next: CallHandler<ListPage>): Observable<ListPage> {
    const http = context.switchToHttp();
    const { url } = http.getRequest<FastifyRequest>();
    return next.handle().pipe(
      tap((page) => {
        const links = this.linksOf(url, page);
        if (links !== undefined) void http.getResponse<FastifyReply>().header('link', links);
      }),
    );
  }

  private linksOf(url: string, page: ListPage): string | undefined {
    const { total, limit } = page;
    const [at, isNumbered] = [page[this.by]!, this.by === 'page'];
    const before = isNumbered ? (at - 1) * limit : at;
    return pageLinks(url, { total, limit, before }, (items) => ({
      [this.by]: isNumbered ? items / limit + 1 : items,
    }));
  }
}
