import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { mergeMap, type Observable } from 'rxjs';
import { type PageResult } from './page.js';
import { PageRenderer } from './page-renderer.js';

/**
 * Sends a page handler's result with the page's own status: Nest would set the handler's (`AnsweredAwareAdapter`).
 */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly renderer: PageRenderer) {}

  intercept(context: ExecutionContext, next: CallHandler<PageResult>): Observable<void> {
    const http = context.switchToHttp();
    const send = (result: PageResult) =>
      this.renderer.send(result, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
    return next.handle().pipe(mergeMap(send));
  }
}
